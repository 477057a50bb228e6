import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { read } from './read.ts';

const STEP_MS = 300_000;
const START_MS = Date.UTC(2026, 2, 2, 8);
const HEAD =
  'now,userid,dbid,toplevel,queryid,query,plans,total_plan_time,calls,total_exec_time,mean_exec_time,temp_blks_written';

interface Look {
  readonly calls: number;
  readonly execMs: number;
  readonly cpuMs?: number;
  readonly blocks?: number;
}

/** Rows of snapshots: for each time the counters of each statement, null if it is missing. */
function table(looks: readonly (readonly (Look | null)[])[], head = HEAD, withCpu = true): string {
  const rows = looks.flatMap((statements, i) =>
    statements.flatMap((one, id) => {
      if (one === null) return [];
      const time = new Date(START_MS + i * STEP_MS).toISOString();
      const { calls, execMs, cpuMs = 0, blocks = 0 } = one;
      const cpu = withCpu ? `,${(cpuMs / 1000) * 0.75},${(cpuMs / 1000) * 0.25}` : '';
      return [`${time},10,5,t,${id - 1},"select ${id}, $1",0,0,${calls},${execMs},1,${blocks}${cpu}`];
    }),
  );
  return [`${head}${withCpu ? ',exec_user_time,exec_system_time' : ''}`, ...rows, ''].join('\n');
}

const columnsOf = async (text: string) => {
  const { head, times, values } = await read(text);
  return {
    times,
    ...Object.fromEntries(head.columns.map(({ quantity }, at) => [quantity, values[at]])),
  } as { times: number[] } & Record<'cpu' | 'queries' | 'queryMs' | 'temporaryBytes', readonly number[]>;
};

describe('snapshots of pg_stat_statements', () => {
  test('become increases, at the time of the earlier snapshot', async () => {
    const { times, cpu, queries, queryMs, temporaryBytes } = await columnsOf(
      table([
        [{ calls: 100, execMs: 1000, cpuMs: 400 }, null],
        [
          { calls: 400, execMs: 4000, cpuMs: 15_400 },
          { calls: 100, execMs: 5000, cpuMs: 15_000, blocks: 3 },
        ],
        [
          { calls: 400, execMs: 4000, cpuMs: 15_400 },
          { calls: 150, execMs: 7500, cpuMs: 16_500, blocks: 3 },
        ],
      ]),
    );
    expect(times).toEqual([START_MS, START_MS + STEP_MS]);
    expect(queries).toEqual([400, 50]);
    expect(queryMs).toEqual([20, 50]);
    expect(cpu).toEqual([30_000 / STEP_MS, 1500 / STEP_MS]);
    expect(temporaryBytes).toEqual([3 * 8192, 0]);
  });

  test('have no CPU without kernel times', async () => {
    const found = await columnsOf(
      table([[{ calls: 1, execMs: 5 }], [{ calls: 3, execMs: 25 }], [{ calls: 4, execMs: 30 }]], HEAD, false),
    );
    expect(found).toMatchObject({ queries: [2, 1], queryMs: [10, 5] });
    expect(found.cpu).toBeUndefined();
  });

  test('may have the column names of older versions', async () => {
    const head = HEAD.replace('total_exec_time', 'total_time').replace('mean_exec_time', 'mean_time');
    const text = table(
      [
        [{ calls: 1, execMs: 5 }],
        [{ calls: 3, execMs: 25, cpuMs: 1500 }],
        [{ calls: 3, execMs: 25, cpuMs: 1500 }],
      ],
      head,
    );
    const { cpu, queryMs } = await columnsOf(
      text.replace('exec_user_time,exec_system_time', 'user_time,system_time'),
    );
    expect(cpu).toEqual([1500 / STEP_MS, 0]);
    expect(queryMs[0]).toBe(10);
  });

  test('count the whole value of a counter after a reset', async () => {
    const { queries, cpu } = await columnsOf(
      table([
        [{ calls: 100, execMs: 1000, cpuMs: 900 }],
        [{ calls: 4, execMs: 8, cpuMs: 6 }],
        [{ calls: 4, execMs: 8, cpuMs: 6 }],
      ]),
    );
    expect(queries).toEqual([4, 0]);
    expect(cpu).toEqual([6 / STEP_MS, 0]);
  });

  test('spread the CPU of a long statement over the time it ran', async () => {
    const idle = { calls: 0, execMs: 0, cpuMs: 0 };
    const { cpu } = await columnsOf(
      table([[idle], [idle], [idle], [{ calls: 1, execMs: 2 * STEP_MS, cpuMs: STEP_MS }]]),
    );
    expect(cpu).toEqual([0, 0.5, 0.5]);
  });

  test('may repeat the header for each snapshot, as COPY writes it', async () => {
    const text = table([[{ calls: 1, execMs: 5 }], [{ calls: 3, execMs: 25 }], [{ calls: 4, execMs: 30 }]]);
    const [head = '', ...rows] = text.trimEnd().split('\n');
    const { queries } = await columnsOf(`${rows.map((row) => `${head}\n${row}`).join('\n')}\n`);
    expect(queries).toEqual([2, 1]);
  });

  test('lose no call and no CPU, whichever statements there are', async () => {
    const counted = fc.record({
      calls: fc.nat(50),
      each: fc.nat(2_000_000),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(counted, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 12 }),
        async (steps) => {
          const at = [0, 0, 0].map(() => ({ calls: 7, execMs: 70, cpuMs: 50 }));
          const looks = [at.map((one) => ({ ...one }))];
          for (const step of steps) {
            step.forEach(({ calls, each, share }, id) => {
              const one = at[id] as (typeof at)[number];
              one.calls += calls;
              one.execMs += calls * each;
              one.cpuMs += calls * each * share;
            });
            looks.push(at.map((one) => ({ ...one })));
          }
          const { cpu, queries } = await columnsOf(table(looks));
          const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
          expect(total(queries)).toBe(total(steps.flat().map(({ calls }) => calls)));
          const cpuMs = total(steps.flat().map(({ calls, each, share }) => calls * each * share));
          expect(Math.abs(total(cpu) * STEP_MS - cpuMs)).toBeLessThanOrEqual(1e-6 * (cpuMs + 1));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('a single one is a problem that tells the mean time of a statement', async () => {
    await expect(read(table([[{ calls: 4, execMs: 50, cpuMs: 30 }]]))).rejects.toThrow(
      /it is one snapshot .* on average a statement took 7\.50 ms of CPU; take a snapshot every few minutes/,
    );
    const text = table([[{ calls: 4, execMs: 50 }]], HEAD, false);
    await expect(read(text)).rejects.toThrow(/a statement took 12\.5 ms, which bounds its CPU/);
    const untimed = text.replaceAll(/^[^,]*,/gm, '');
    await expect(read(untimed)).rejects.toThrow(
      /no column has the times of .*\\copy \(select now\(\), \* from pg_stat_statements\)/,
    );
  });
});
