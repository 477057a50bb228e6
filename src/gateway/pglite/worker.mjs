// @ts-check
import { mkdirSync, rmSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { extract } from 'tar';
import { OwnerFiles } from '../../data-folder/index.mjs';
import { FixedSettings } from './fixed-settings.mjs';

/**
 * Runs one PGlite in a thread of its own, as a blocking Postgres backend that reads and writes bytes of the protocol.
 *
 * PGlite's own calls take a whole exchange at once, and end the process if COPY FROM STDIN asks for more data. Here, a
 * read in the middle of a statement waits for the next bytes, as in a server. A write waits too, while too many bytes
 * have not been taken.
 *
 * It is JavaScript, because Node starts threads from files, and tests run the sources without compiling them.
 *
 * @typedef {import('./worker-messages.ts').Start} Start
 * @typedef {import('./worker-messages.ts').ToWorker} ToWorker
 * @typedef {import('./worker-messages.ts').FromWorker} FromWorker
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const start = /** @type {Start} */ (workerData);
const counts = new Int32Array(start.counts);

// The status of the exception with which PGlite jumps back to Postgres's main loop after an error.
const JUMPED = 100;
const CHUNK_BYTES = 64 * 1024;

/** @type {Uint8Array} */
let input = new Uint8Array(0);
let inputAt = 0;
/** Whether our own statements run, whose answers no client gets. */
let isOwn = false;
/** @type {Uint8Array[]} */
let chunks = [];
let chunkBytes = 0;

try {
  const db = await open();
  const postgres = db.Module;
  postgres._pgl_set_rw_cbs(
    postgres.addFunction((at, most) => read(postgres, at, most), 'ipi'),
    postgres.addFunction((at, length) => write(postgres, at, length), 'ipi'),
  );
  const fixed = new FixedSettings(postgres);
  port.on('message', (/** @type {ToWorker} */ message) => {
    if (message.kind === 'compute') {
      fixed.become(message);
      return;
    }
    if (message.kind === 'close') {
      db.close().then(() => tell({ kind: 'closed' }));
      return;
    }
    isOwn = message.kind === 'own';
    take(message);
    run(postgres);
    flush();
    tell({ kind: isOwn ? 'answered' : 'processed' });
  });
  tell({ kind: 'opened' });
} catch (error) {
  tell({ kind: 'failed', why: /** @type {{ message?: string } | null} */ (error)?.message ?? String(error) });
}

async function open() {
  if (start.packed !== null) {
    rmSync(start.folder, { recursive: true, force: true });
    mkdirSync(start.folder, { mode: 0o700 });
    extract({ file: start.packed, cwd: start.folder, sync: true, onReadEntry: ownerOnly });
  }
  const fs = new OwnerFiles(start.folder);
  return PGlite.create({
    fs,
    database: start.database,
    startParams: startParameters(),
    initDbStartParams: ['--wal-segsize=1'],
    pgliteWasmModule: start.engine.postgres,
    initdbWasmModule: start.engine.initdb,
    fsBundle: new Blob([new Uint8Array(start.engine.files)]),
  }).catch((error) => Promise.reject(fs.diskFull ?? error));
}

/** @param {{ mode?: number }} entry */
function ownerOnly(entry) {
  if (entry.mode !== undefined) entry.mode &= 0o700;
}

/** PGlite's own parameters, but with the search path of the role and without the right to change catalogs. */
function startParameters() {
  const given = PGlite.defaultStartParams;
  return given.filter(
    (one, index) =>
      one !== '-O' && !one.startsWith('search_path=') && !given[index + 1]?.startsWith('search_path='),
  );
}

/** @param {import('@electric-sql/pglite').PGlite['Module']} postgres */
function run(postgres) {
  while (inputAt < input.length || postgres._pq_buffer_remaining_data() > 0) {
    const stack = postgres.stackSave();
    try {
      postgres._PostgresMainLoopOnce();
    } catch (error) {
      if (/** @type {{ status?: number }} */ (error).status !== JUMPED) throw error;
      postgres.stackRestore(stack);
      postgres._PostgresMainLongJmp();
    }
  }
  postgres._PostgresSendReadyForQueryIfNecessary();
  postgres._pgl_pq_flush();
}

/**
 * @param {import('@electric-sql/pglite').PGlite['Module']} postgres
 * @param {number} at
 * @param {number} most
 */
function read(postgres, at, most) {
  while (inputAt >= input.length) {
    flush();
    take(next());
  }
  const part = input.subarray(inputAt, inputAt + most);
  postgres.HEAPU8.set(part, at);
  inputAt += part.length;
  return part.length;
}

/** @returns {ToWorker} */
function next() {
  for (;;) {
    const seen = Atomics.load(counts, 0);
    const received = receiveMessageOnPort(port);
    if (received !== undefined) return received.message;
    Atomics.wait(counts, 0, seen);
  }
}

/** @param {ToWorker} message */
function take(message) {
  if (message.kind === 'close' || message.kind === 'compute')
    throw new Error(`${message.kind} in the middle of a statement`);
  input = message.bytes;
  inputAt = 0;
  if (message.kind === 'feed') tell({ kind: 'took', bytes: input.length });
}

/**
 * @param {import('@electric-sql/pglite').PGlite['Module']} postgres
 * @param {number} at
 * @param {number} length
 */
function write(postgres, at, length) {
  chunks.push(postgres.HEAPU8.slice(at, at + length));
  chunkBytes += length;
  if (chunkBytes >= CHUNK_BYTES) flush();
  return length;
}

function flush() {
  if (chunkBytes === 0) return;
  const bytes = new Uint8Array(chunkBytes);
  let filled = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  chunks = [];
  chunkBytes = 0;
  tell(isOwn ? { kind: 'answer', bytes } : { kind: 'data', bytes }, [bytes.buffer]);
  if (isOwn) return;
  let ahead = Atomics.add(counts, 1, filled) + filled;
  while (ahead > start.mostAhead) {
    Atomics.wait(counts, 1, ahead);
    ahead = Atomics.load(counts, 1);
  }
}

/**
 * @param {FromWorker} message
 * @param {ArrayBuffer[]} [moved]
 */
function tell(message, moved = []) {
  port.postMessage(message, moved);
}
