import { problem } from '../problem/index.ts';
import { isZone } from '../workload/index.ts';
import { readCsv } from './csv/read-csv.ts';
import { gunzip } from './gunzip.ts';
import { readJsonLines } from './json-lines.ts';
import type { Reading, ReadSettings } from './reading.ts';

/** Reads a trace in whatever format its first bytes are, gzip too. Throws a problem where it is none. */
export async function readTrace(bytes: AsyncIterable<Uint8Array>, settings: ReadSettings): Promise<Reading> {
  if (!isZone(settings.timezone))
    throw problem(
      { file: settings.name },
      `"${settings.timezone}" is no time zone`,
      'use a name such as Europe/Berlin',
    );
  const packed = await lookAhead(bytes);
  const isPacked = packed.first[0] === 0x1f && packed.first[1] === 0x8b;
  const { first, all } = isPacked ? await lookAhead(gunzip(packed.all, settings.name)) : packed;
  refuseWhatIsNoText(first, settings.name);
  const start = hasMark(first) ? 3 : 0;
  const text = start === 0 ? all : withoutMark(all);
  return /^\s*[{[]/.test(Buffer.from(first.subarray(start)).toString('latin1'))
    ? readJsonLines(text, settings)
    : readCsv(text, settings);
}

/** Enough to tell formats apart, and a page of text from what is none. */
const LOOK_BYTES = 4096;

async function lookAhead(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly first: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const rest = bytes[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let size = 0;
  while (size < LOOK_BYTES) {
    const { done, value } = await rest.next();
    if (done === true) break;
    if (value.length > 0) pieces.push(value);
    size += value.length;
  }
  const first = Buffer.concat(pieces);
  return { first: first.subarray(0, LOOK_BYTES), all: chained(first, rest) };
}

async function* chained(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    // Who stops early must not leave a file open.
    await rest.return?.();
  }
}

function refuseWhatIsNoText(first: Uint8Array, file: string): void {
  if (first.every((byte) => byte <= 32) && !first.includes(0))
    throw problem({ file }, 'the file is empty', 'a trace has a line for each sample; see docs/traces.md');
  if ((first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff))
    throw problem({ file }, 'the text is UTF-16', 'save it as UTF-8');
  if (first.includes(0))
    throw problem(
      { file },
      'this is no text',
      'give CSV, or a trace that tidemark wrote; either may be gzip',
    );
}

/** Some programs put a mark before a text to say that it is UTF-8. */
function hasMark(first: Uint8Array): boolean {
  return first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf;
}

async function* withoutMark(all: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let seen = false;
  for await (const piece of all) {
    yield seen ? piece : piece.subarray(3);
    seen = true;
  }
}
