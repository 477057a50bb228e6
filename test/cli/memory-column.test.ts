import { describe, expect, test } from 'vitest';
import { runFull as run } from './run.ts';

const GIB_IN_MIB = 1024;
/** A day with an hour of work in every three, and constant memory. */
const table = (memoryMib: number) =>
  [
    'time,cpu_cores,memory_mib',
    ...Array.from({ length: 288 }, (_, i) => {
      const time = new Date(Date.UTC(2026, 2, 2) + i * 300_000).toISOString();
      return `${time},${i % 36 < 12 ? 0.2 : 0},${memoryMib}`;
    }),
  ].join('\n');
const FILES = { 't.csv': table(10 * GIB_IN_MIB), 'small.csv': table(200) };
const FEW = ['--highest', '6', '--only', 'fixed', '--timeouts', '5m'];
const plan = (file: string, ...more: readonly string[]) => run(['plan', file, ...FEW, ...more], FILES);
const words = (out: string) => out.replaceAll(/\s+/g, ' ');

describe('measured memory that decides the price', () => {
  test('is shown with the price without it, which the flag confirms', async () => {
    const { out } = await plan('t.csv');
    const [, asPlanned, without, configuration] =
      /Memory decides the price: (\$[\d.]+) a month as planned, and (\$[\d.]+) without the memory that was measured \(([^)]*)\)\. If that memory includes cache \(the page cache or shared_buffers\), less of it is enough: --assume memory=none ignores it, and --map memory=COLUMN names a column without cache\./.exec(
        words(out),
      ) ?? [];
    expect(words(out)).toContain(`: ${asPlanned} a month.`);
    const told = await plan('t.csv', '--assume', 'memory=none');
    expect(words(told.out)).toContain(`${configuration}: ${without} a month.`);
    expect(told.out).not.toContain('Memory decides');
    expect(told.out).toMatch(/memory-kills +not measured/);
    expect(Number(without?.slice(1))).toBeLessThan(Number(asPlanned?.slice(1)) / 2);
  });

  test('is shown with both savings if the current configuration is known', async () => {
    const { withoutMemory, current, recommendation } = JSON.parse(
      (await plan('t.csv', '--current', '4, 5m', '--json')).out,
    );
    const told = JSON.parse(
      (await plan('t.csv', '--current', '4, 5m', '--assume', 'memory=none', '--json')).out,
    );
    expect(withoutMemory.saving).toBeCloseTo(
      current.outcome.costPerMonth - recommendation.outcome.costPerMonth,
      5,
    );
    expect(withoutMemory.savingWithout).toBeCloseTo(
      told.current.outcome.costPerMonth - told.recommendation.outcome.costPerMonth,
      5,
    );
    expect(told.withoutMemory).toBe(null);
  });

  test('is not mentioned if it fits into the smallest size', async () => {
    const { out } = await plan('small.csv');
    expect(out).not.toContain('Memory decides');
    expect(JSON.parse((await plan('small.csv', '--json')).out).withoutMemory).toBe(null);
  });

  test('is shown for each database of a list', async () => {
    const list = {
      'l.yaml': 'databases:\n  - { name: big, file: t.csv }\n  - { name: small, file: small.csv }\n',
    };
    const { out } = await run(['plan', 'l.yaml', ...FEW], { ...FILES, ...list });
    expect(words(out)).toMatch(
      /Memory decides the price of these, and may include cache: - big: \$[\d.]+ a month as planned, \$[\d.]+ without memory \([^)]*; assume: \["memory=none"\]\)\./,
    );
    const { databases } = JSON.parse(
      (await run(['plan', 'l.yaml', ...FEW, '--json'], { ...FILES, ...list })).out,
    );
    const alone = JSON.parse((await plan('t.csv', '--json')).out).withoutMemory;
    const of = (name: string) => databases.find((one: { name: string }) => one.name === name).withoutMemory;
    expect(of('small')).toBe(null);
    expect(of('big').recommendation.configuration).toEqual(alone.recommendation.configuration);
    const told = list['l.yaml'].replace('t.csv }', 't.csv, assume: ["memory=none"] }');
    const again = await run(['plan', 'l.yaml', ...FEW], { ...FILES, 'l.yaml': told });
    expect(again.out).not.toContain('Memory decides');
  });

  test('stays left out in the scenario that a plan writes', async () => {
    const asked = ['plan', 't.csv', ...FEW, '--assume', 'memory=none'];
    const { written, out } = await run([...asked, '--write-scenario', 's.yaml', '--json'], FILES);
    const { recommendation } = JSON.parse(out);
    const ran = await run(['simulate', 's.yaml', '--no-compare', '--json'], { ...FILES, ...written });
    expect(written['s.yaml']).toContain('memory: none');
    expect(JSON.parse(ran.out).totals.cuHours).toBeCloseTo(recommendation.outcome.cuHours, 6);
  });

  test('of a load is left out by the flag too', async () => {
    const scenario = (memory: string) => `why: What?
horizon: 2h
compute: { min: 0.25, max: 4, suspendAfter: off }
demand: [{ kind: load, vcpu: 0.2, memory: ${memory} }]
`;
    const totals = async (memory: string, ...args: readonly string[]) =>
      JSON.parse(
        (
          await run(['simulate', 's.yaml', '--no-compare', '--json', ...args], {
            's.yaml': scenario(memory),
          })
        ).out,
      ).totals;
    expect(await totals('10GB', '--assume', 'memory=none')).toEqual(await totals('0MB'));
    expect(await totals('10GB')).not.toEqual(await totals('0MB'));
  });
});
