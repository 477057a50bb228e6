import { describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { read, refusal } from './read.ts';

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 2, 2);
const TABLE = ['time,cpu_cores', ...[0, 1, 2, 3].map((hour) => `2026-03-02 0${hour}:00,0.95`)].join('\n');

describe('sizes in force', () => {
  test('become a column, which is unknown before the first size', async () => {
    const capacity = [
      { fromMs: MIDNIGHT + HOUR, cu: 1 },
      { fromMs: MIDNIGHT + 2.5 * HOUR, cu: 4 },
    ];
    const { head, values } = await read(TABLE, { capacity });
    expect(head.columns[1]).toEqual({
      quantity: 'capacityCu',
      statistic: 'point',
      gap: 'unknown',
      source: 'the given sizes',
    });
    expect(values[1]).toEqual([Number.NaN, 1, 1, 4]);
  });

  test('are refused for a trace that has its own', async () => {
    const table = TABLE.replace('cpu_cores', 'cpu_cores,size').replaceAll('0.95', '0.95,1');
    expect(await refusal(table, { map: ['cpu=cpu_cores:vcpu', 'capacityCu=size'], capacity: [] })).toBe(
      'load.csv, ‹capacity›: the trace has sizes of its own, from size; leave ‹capacity› out',
    );
  });

  test('tell which samples are lower bounds, for a range by its maximum', async () => {
    const inspect = async (capacity: string) => {
      const { out } = await run(['trace', 'inspect', 't.csv', '--json', '--capacity', capacity], {
        't.csv': TABLE,
      });
      return JSON.parse(out).hiddenDemand;
    };
    expect(await inspect('1')).toEqual({ samples: 4, of: 4 });
    expect(await inspect('2026-03-02T01:00=0.25-1,2026-03-02T03:00Z=2')).toEqual({ samples: 2, of: 3 });
  });

  test.each([
    [
      'large',
      '--capacity: found "large"; write a size such as 2 or 0.25-2, or sizes with their times such as 2026-03-01=1,2026-03-10=0.25-2',
    ],
    [
      '2026-03-02=1,2026-03-01=2',
      '--capacity: the times are not in order; write them from the earliest to the latest',
    ],
    [
      'monday=1',
      '--capacity: found "monday"; write a time such as 2026-03-02, 2026-03-02T09:00 or 2026-03-02T09:00Z',
    ],
  ])('%s is a problem', async (capacity, message) => {
    const { code, err } = await run(['trace', 'inspect', 't.csv', '--capacity', capacity], {
      't.csv': TABLE,
    });
    expect([code, err]).toEqual([2, `tidemark: ${message}\n`]);
  });
});
