import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { ProblemError } from '../../src/problem/index.ts';
import {
  type DatabasePart,
  type ReadSettings,
  readTraces,
  recognise,
  sourceOf,
} from '../../src/trace/index.ts';
import { read, SETTINGS } from './read.ts';

const START = Date.UTC(2026, 2, 2);
const time = (minute: number) => new Date(START + minute * 60_000).toISOString();

async function split(text: string | Uint8Array, by: string, settings: Partial<ReadSettings> = {}) {
  const parts = await each(text, by, settings);
  return parts.map((part) => {
    if ('error' in part) throw part.error;
    return part;
  });
}

async function each(text: string | Uint8Array, by: string, settings: Partial<ReadSettings> = {}) {
  return readTraces(await recognise(sourceOf(Buffer.from(text))), { ...SETTINGS, ...settings }, by);
}

async function refused(text: string, by: string): Promise<string> {
  try {
    await split(text, by);
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
  throw new Error('it was read');
}

const plain = ({ trace, notes, skipped }: DatabasePart) => ({
  ...trace,
  times: [...trace.times],
  values: trace.values.map((column) => [...column]),
  notes,
  skipped: Object.fromEntries(skipped),
});

const HEADER = 'time,endpoint_id,cpu,xact_commit';

describe('a long table', () => {
  test('becomes one trace per name, the same as without the other names', async () => {
    const row = fc.tuple(fc.constantFrom('a', 'b', 'c d'), fc.integer({ min: -1, max: 2 }), fc.nat(99));
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 3, maxLength: 40 }),
        fc.boolean(),
        async (rows, asParquet) => {
          let minute = 0;
          const table = rows.map(([name, more, value]) => {
            minute += more;
            return [time(minute), name, value / 8, value] as const;
          });
          const text = (of: readonly (typeof table)[number][]) =>
            `${HEADER}\n${of.map((cells) => `${cells.join(',')}\n`).join('')}`;
          const settings = { map: ['cpu=cpu:vcpu', 'queries=xact_commit:counter'] };
          const bytes = asParquet
            ? new Uint8Array(
                parquetWriteBuffer({
                  columnData: HEADER.split(',').map((name, at) => ({
                    name,
                    data: table.map((cells) => cells[at]),
                    type: at < 2 ? ('STRING' as const) : ('DOUBLE' as const),
                  })),
                }),
              )
            : text(table);
          let parts: readonly DatabasePart[];
          try {
            parts = await split(bytes, 'endpoint_id', settings);
          } catch (error) {
            expect(`${error}`).toContain('most rows are earlier than the row before');
            return;
          }
          expect(parts.map(({ name }) => name)).toEqual([...new Set(table.map(([, name]) => name))]);
          for (const part of parts) {
            const alone = await read(text(table.filter(([, name]) => name === part.name)), settings);
            expect(plain(part)).toEqual({ ...alone, head: { ...alone.head, name: part.name } });
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('reports rows without a name, and may have names that appear late', async () => {
    const rows = Array.from({ length: 9000 }, (_, at) => `${time(at)},${at === 3 ? '' : 'a'},1,0\n`).join('');
    const parts = await split(
      `${HEADER}\n${rows}${time(9000)},late,2,0\n${time(9001)},late,3,0\n`,
      'ENDPOINT_ID',
    );
    expect(parts.map(({ name, trace }) => [name, trace.times.length, trace.head.stepMs])).toEqual([
      ['a', 8999, 60_000],
      ['late', 2, 60_000],
    ]);
    expect(parts[1]?.notes.at(-1)).toBe('rows without a database, skipped: 1');
  });

  test('with too many names is refused', async () => {
    const rows = Array.from({ length: 1001 }, (_, at) => `${time(at)},e${at},1,0\n`).join('');
    expect(await refused(`${HEADER}\n${rows}`, 'endpoint_id')).toBe(
      'load.csv, column "endpoint_id": it names more than 1000 databases; check that it is the right one; if so, cut the file first',
    );
    expect(await refused(`${HEADER}\n${time(0)},,1,0\n`, 'endpoint_id')).toBe(
      'load.csv, column "endpoint_id": it names no database; name another column with ‹by›',
    );
  });
});

describe('a wide table', () => {
  const text = (names: readonly string[]) =>
    `${['time', ...names].join(',')}\n${[0, 1].map((at) => `${[time(at), ...names.map((_, c) => 4 * at + c)].join(',')}\n`).join('')}`;
  const shown = (parts: readonly DatabasePart[]) =>
    parts.map(({ name, trace }) => [
      name,
      ...trace.head.columns.map(({ quantity, source }, at) => [quantity, source, trace.values[at]?.[0]]),
    ]);

  test('has the names of databases at the end, at the start or in the middle of column names', async () => {
    const behind = text(['cpu_ep1', 'cpu_ep2', 'connections_ep2', 'connections_ep1']);
    expect(shown(await split(behind, 'cpu_*', { map: ['cpu=cpu:vcpu', 'connections=connections'] }))).toEqual(
      [
        ['ep1', ['cpu', 'cpu_ep1', 0], ['connections', 'connections_ep1', 3]],
        ['ep2', ['cpu', 'cpu_ep2', 1], ['connections', 'connections_ep2', 2]],
      ],
    );
    expect(shown(await split(text(['a.cpu', 'b.cpu', 'a.load1']), '*.cpu'))).toEqual([
      ['a', ['cpu', 'a.cpu', 0], ['load', 'a.load1', 2]],
      ['b', ['cpu', 'b.cpu', 1]],
    ]);
    expect(shown(await split(text(['cpu(a) cores', 'cpu(b) cores']), 'cpu(*) cores'))).toEqual([
      ['a', ['cpu', 'cpu(a) cores', 0]],
      ['b', ['cpu', 'cpu(b) cores', 1]],
    ]);
  });

  test('gives a column to the longest matching name, and columns without a name to all databases', async () => {
    const parts = await split(text(['cpu_1', 'cpu_ep_1', 'load1_ep_1', 'numbackends']), 'cpu_*');
    expect(shown(parts)).toEqual([
      ['1', ['cpu', 'cpu_1', 0], ['connections', 'numbackends', 3]],
      ['ep_1', ['cpu', 'cpu_ep_1', 1], ['load', 'load1_ep_1', 2], ['connections', 'numbackends', 3]],
    ]);
  });
});

test('a ‹by› that does not distinguish databases is refused', async () => {
  expect(await refused(`${HEADER}\n${time(0)},a,1,0\n`, 'cpus')).toBe(
    'load.csv, ‹by› cpus: there is no column "cpus"; name one, or columns with a star for the database, as in ‹by› \'cpu_*\'; ' +
      'there are time, endpoint_id, cpu, xact_commit',
  );
  expect(await refused(`${HEADER}\n${time(0)},a,1,0\n`, 'cpu_*')).toBe(
    'load.csv, ‹by› cpu_*: no column has such a name; there are time, endpoint_id, cpu, xact_commit',
  );
  expect(await refused('{"schema":"tidemark/trace","version":1}', 'cpu')).toBe(
    'load.csv, ‹by›: it has no columns or labels that distinguish databases; leave ‹by› out, or give a table or series with labels',
  );
});

test('a database with unreadable rows does not stop the others', async () => {
  const told = (parts: Awaited<ReturnType<typeof each>>) =>
    parts.map((part) =>
      'error' in part ? [part.name, part.error.message] : [part.name, part.trace.times.length],
    );
  const rows = [0, 1, 2].flatMap((minute) => [`${time(minute)},a,1,0`, `soon,b,1,0`]).join('\n');
  expect(told(await each(`${HEADER}\n${rows}\n`, 'endpoint_id'))).toEqual([
    ['a', 3],
    ['b', expect.stringMatching(/^load\.csv, b:2: no row has a time that can be read; /)],
  ]);
  const wide = [0, 1, 2].map((minute) => `${time(minute)},1,high`).join('\n');
  expect(told(await each(`time,cpu_a,cpu_b\n${wide}\n`, 'cpu_*', { map: ['cpu=cpu:vcpu'] }))).toEqual([
    ['a', 3],
    ['b', expect.stringMatching(/^load\.csv, column "cpu": none of its first values is a number/)],
  ]);
});
