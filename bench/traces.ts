import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { jsonLines, type Reading, type ReadSettings, readTrace, recognise } from '../src/trace/index.ts';
import { randomStream } from '../src/workload/index.ts';
import type { Figure } from './figure.ts';
import { libraryRows, ownParquet, parquetTable, readRows } from './traces/parquet.ts';

const MB = 1e6;
const TABLE_BYTES = 20 * MB;
const PIECE_BYTES = 65_536;
const settings: ReadSettings = {
  name: 'bench.csv',
  map: [],
  vcpus: null,
  timezone: 'UTC',
  gap: null,
  strict: true,
};

/** Reading and writing traces: megabytes of text a second, compared with the library alone. */
export async function traceFigures(): Promise<Figure[]> {
  const plain = [...table(TABLE_BYTES, '')];
  const quoted = [...table(TABLE_BYTES, '"')];
  const own = await written(plain);
  const alone = await best(plain, libraryAlone);
  const aloneQuoted = await best(quoted, libraryAlone);
  const parse = await best(own, jsonAlone);
  return [
    figure('CSV of numbers', await best(plain, drain), alone, 'library alone', '100 MB/s'),
    figure('CSV with quotes', await best(quoted, drain), aloneQuoted, 'library alone', ''),
    figure('CSV, gzip', await unpacked(plain), alone, 'library alone, not packed', ''),
    figure('JSON lines, read', await best(own, drain), parse, 'JSON.parse of each line', '30 MB/s'),
    figure(
      'csvlog of Postgres',
      await best([...csvlog(TABLE_BYTES)], drain),
      alone,
      'library alone, CSV of numbers',
      '50 MB/s',
    ),
    figure('CSV read, JSON lines written', await best(plain, write), parse, 'JSON.parse of each line', ''),
    ...(await parquetFigures()),
    memoryFigure(),
  ];
}

/** Reading a Parquet table of another program and one of tidemark, which has an additional column of nulls. */
async function parquetFigures(): Promise<Figure[]> {
  const table = parquetTable();
  const own = await ownParquet(table, settings);
  const figures: Figure[] = [];
  for (const [name, bytes] of [
    ['Parquet of others', table],
    ["Parquet, tidemark's own", own],
  ] as const) {
    const ours = await fastest(() => readRows(bytes, settings));
    const alone = await fastest(() => libraryRows(bytes));
    figures.push({
      name,
      ours: `${(ours / 1e6).toFixed(2)} M rows/s`,
      reference: `${(alone / 1e6).toFixed(2)} M rows/s (library alone)`,
      ratio: alone / ours,
      asked: 'within 1.5x',
    });
  }
  return figures;
}

function figure(name: string, ours: number, reference: number, what: string, asked: string): Figure {
  const rate = (value: number) => `${value.toFixed(0)} MB/s`;
  return {
    name,
    ours: rate(ours),
    reference: `${rate(reference)} (${what})`,
    ratio: reference / ours,
    asked,
  };
}

/** Yields a table with a row a minute and four columns of numbers, in pieces as from a file. */
export function* table(bytes: number, quote: string): Generator<Uint8Array> {
  const random = randomStream(1, 'cells');
  const row = (cells: readonly (string | number)[]) =>
    `${cells.map((cell) => quote + cell + quote).join(',')}\n`;
  let text = row(['time', 'cpu', 'memory', 'connections', 'queries']);
  let ms = Date.UTC(2026, 0);
  for (let made = 0; made < bytes; ) {
    while (text.length < PIECE_BYTES) {
      const [cpu, memory, connections, queries] = [random(), random(), random(), random()];
      ms += 60_000;
      text += row([
        new Date(ms).toISOString(),
        (8 * cpu).toFixed(3),
        Math.floor(1e10 * memory),
        Math.floor(100 * connections),
        Math.floor(1e5 * queries),
      ]);
    }
    const piece = Buffer.from(text.slice(0, PIECE_BYTES));
    text = text.slice(PIECE_BYTES);
    made += piece.length;
    yield piece;
  }
  yield Buffer.from(text);
}

/** Yields log entries as a server writes them under pgbench, 350 bytes each. */
function* csvlog(bytes: number): Generator<Uint8Array> {
  const random = randomStream(1, 'log');
  const number = (below: number) => Math.floor(below * random());
  let ms = Date.UTC(2026, 0);
  let text = '';
  for (let made = 0, line = 1; made < bytes; line++) {
    ms += number(100);
    const time = new Date(ms).toISOString().replace('T', ' ').replace('Z', ' UTC');
    const query = `UPDATE pgbench_accounts SET abalance = abalance + ${number(5000) - 2500} WHERE aid = ${number(1e6)};`;
    text +=
      `${time},"shop","shop",${1000 + number(8)},"10.0.0.7:50123",67c3a1f0.${number(8)},${line},"UPDATE",` +
      `2026-01-01 00:00:00 UTC,3/${line},${line},LOG,00000,"duration: ${random().toFixed(3)} ms  statement: ${query}"` +
      `,,,,,,,,,"pgbench","client backend",,0\n`;
    if (text.length < PIECE_BYTES) continue;
    const piece = Buffer.from(text);
    text = '';
    made += piece.length;
    yield piece;
  }
}

export async function* asStream(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

const bytesOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { length }) => sum + length, 0);

type Work = (pieces: readonly Uint8Array[]) => Promise<number>;

/** Returns megabytes a second. */
async function best(pieces: readonly Uint8Array[], work: Work): Promise<number> {
  return (await fastest(() => work(pieces))) / MB;
}

/** Returns the highest of three rates, because disturbances only ever slow a measurement. */
async function fastest(work: () => Promise<number>): Promise<number> {
  let most = 0;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    const done = await work();
    most = Math.max(most, done / ((performance.now() - start) / 1000));
  }
  return most;
}

const open = async (pieces: Iterable<Uint8Array>): Promise<Reading> =>
  readTrace(await recognise({ pieces: () => asStream(pieces), parts: null }), settings);

async function drain(pieces: readonly Uint8Array[]): Promise<number> {
  let samples = 0;
  for await (const { times } of (await open(pieces)).stream.chunks) samples += times.length;
  if (samples < 1000) throw new Error('the trace was not read');
  return bytesOf(pieces);
}

async function unpacked(pieces: readonly Uint8Array[]): Promise<number> {
  const packed = [gzipSync(Buffer.concat(pieces))];
  return best(packed, async () => {
    await drain(packed);
    return bytesOf(pieces);
  });
}

/** Parses with the library alone, and turns every cell into a number. */
async function libraryAlone(pieces: readonly Uint8Array[]): Promise<number> {
  let rest = '';
  let sum = 0;
  for (const piece of pieces) {
    const text = rest + Buffer.from(piece).toString();
    const { data, meta } = new Papa.Parser({ delimiter: ',', newline: '\n' }).parse(text, 0, true);
    for (const cells of data as string[][]) for (const cell of cells) sum += Number(cell) || 1;
    rest = text.slice(meta.cursor);
  }
  if (sum < 1000) throw new Error('the table was not read');
  return bytesOf(pieces);
}

async function written(pieces: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const made: Uint8Array[] = [];
  for await (const text of jsonLines((await open(pieces)).stream)) made.push(Buffer.from(text));
  return made;
}

/** Reads a table and writes it as JSON lines. Returns the bytes written. */
async function write(pieces: readonly Uint8Array[]): Promise<number> {
  let bytes = 0;
  for await (const text of jsonLines((await open(pieces)).stream)) bytes += text.length;
  return bytes;
}

async function jsonAlone(pieces: readonly Uint8Array[]): Promise<number> {
  let sum = 0;
  for (const line of Buffer.concat(pieces).toString().split('\n'))
    if (line !== '') sum += JSON.parse(line).length ?? 0;
  if (sum < 1000) throw new Error('the lines were not read');
  return bytesOf(pieces);
}

interface Grown {
  readonly grownBytes: number;
  readonly peakBytes: number;
}

/** Measures in a process of its own, because the memory of this one is full of tables. */
function memoryFigure(): Figure {
  const module = fileURLToPath(new URL('./traces/memory.js', import.meta.url));
  const { grownBytes, peakBytes } = JSON.parse(
    execFileSync(process.execPath, [module], { encoding: 'utf8' }),
  ) as Grown;
  return {
    name: 'memory for 200 MB of CSV',
    ours: `${(grownBytes / 1024 ** 2).toFixed(0)} MiB`,
    reference: `${(peakBytes / 1024 ** 2).toFixed(0)} MiB (the whole process)`,
    ratio: grownBytes / peakBytes,
    asked: 'below 150 MiB',
  };
}
