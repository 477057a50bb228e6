import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { interruptedOnce, runFull as run } from './run.ts';

/** Two days of five-minute samples: the server's own agents, and work in one hour of each day. */
const TABLE = [
  'time,cpu_cores',
  ...Array.from({ length: 576 }, (_, i) => {
    const own = 0.05 + (i % 7) / 1000;
    return `${new Date(Date.UTC(2026, 2, 2) + i * 300_000).toISOString()},${own + (i % 288 < 12 ? 0.5 : 0)}`;
  }),
].join('\n');
const FEW = ['--highest', '1', '--timeouts', '5m'];
const plan = (table: string, ...more: readonly string[]) =>
  run(['plan', 't.csv', ...FEW, ...more], { 't.csv': table });
const words = (out: string) => out.replaceAll(/\s+/g, ' ');

describe('background activity', () => {
  test('is named with the cost of the plan with it and without it, which the flag confirms', async () => {
    const { out } = await plan(TABLE);
    const [, asPlanned, without] =
      /A floor of 0\.05 vCPU never stops: most likely the server's own agents\. The plan counts it as demand, which keeps the compute awake: (\$[\d.]+) a month\. If your clients do not cause it, --idle-below 0\.06 ignores it: (\$[\d.]+) a month\./.exec(
        words(out),
      ) ?? [];
    expect(words(out)).toContain(`CU, sleep after 5m: ${asPlanned} a month.`);
    const told = await plan(TABLE, '--idle-below', '0.06');
    expect(told.out).toContain(`: ${without} a month.`);
    expect(told.out).not.toContain('never stops');
    expect(Number(without?.slice(1))).toBeLessThan(Number(asPlanned?.slice(1)) / 2);
  });

  test('is in the document, which has null if there is none', async () => {
    const { background, recommendation } = JSON.parse((await plan(TABLE, '--json')).out);
    expect(background).toMatchObject({ kind: 'floor', idleBelow: 0.06, isConnected: null });
    expect(background.recommendation.outcome.costPerMonth).toBeLessThan(recommendation.outcome.costPerMonth);
    expect(background.asRecommended.configuration).toEqual(recommendation.configuration);
    const quiet = TABLE.replaceAll(/,0\.05\d*/g, ',0');
    expect(JSON.parse((await plan(quiet, '--json')).out).background).toBe(null);
  });

  test('has the saving over the current configuration with it and without it', async () => {
    const { out } = await plan(TABLE, '--current', '2, 5m');
    const { recommendation, current, background } = JSON.parse(
      (await plan(TABLE, '--current', '2, 5m', '--json')).out,
    );
    const told = JSON.parse((await plan(TABLE, '--current', '2, 5m', '--idle-below', '0.06', '--json')).out);
    const costOf = (one: { outcome: { costPerMonth: number } }) => one.outcome.costPerMonth;
    expect(background.saving).toBeCloseTo(costOf(current) - costOf(recommendation), 5);
    expect(background.savingWithout).toBeCloseTo(costOf(told.current) - costOf(told.recommendation), 5);
    expect(background.saving).not.toBeCloseTo(background.savingWithout, 1);
    const [, saves, savesWithout] =
      /Compared with the current configuration, you save \$([\d.]+) a month with it, and save \$([\d.]+) without it\./.exec(
        words(out),
      ) ?? [];
    expect(Number(saves)).toBeCloseTo(background.saving, 1);
    expect(Number(savesWithout)).toBeCloseTo(background.savingWithout, 1);
  });

  test('of a list is named for each database, with prices and savings both ways', async () => {
    const quiet = TABLE.replaceAll(/,0\.05\d*/g, ',0');
    const files = {
      'list.yaml':
        'databases:\n  - { name: floored, file: t.csv, current: "2, 5m" }\n  - { name: quiet, file: q.csv, current: "2, 5m" }\n',
      't.csv': TABLE,
      'q.csv': quiet,
    };
    const args = ['plan', 'list.yaml', ...FEW, '--results', 'plans'];
    const first = await run(args, files);
    const kept = { ...files, ...first.written };
    const { out } = await run([...args, '--json'], kept);
    const { databases } = JSON.parse(out);
    const alone = JSON.parse((await plan(TABLE, '--current', '2, 5m', '--json')).out).background;
    const of = (name: string) => databases.find((one: { name: string }) => one.name === name);
    expect(of('quiet').background).toBe(null);
    expect(of('floored').background).toMatchObject({
      kind: 'floor',
      idleBelow: 0.06,
      saving: alone.saving,
      savingWithout: alone.savingWithout,
      recommendation: { configuration: alone.recommendation.configuration },
    });
    expect(words(first.out)).toMatch(
      /Background activity keeps these awake: - floored: a floor of 0\.05 vCPU\. \$[\d.]+ a month as planned, \$[\d.]+ without it \([^)]*\): you save \$[\d.]+ with it, and save \$[\d.]+ without it \(idleBelow: 0\.06\)\./,
    );
    const csv = Papa.parse<Record<string, string>>((await run([...args, '--format', 'csv'], kept)).out, {
      header: true,
    }).data;
    expect(csv.find(({ database }) => database === 'floored')).toMatchObject({
      background: 'a floor of 0.05 vCPU',
      saving_without_background: String(Math.round(100 * alone.savingWithout) / 100),
    });
    expect(csv.find(({ database }) => database === 'quiet')).toMatchObject({
      background: '',
      cost_without_background: '',
    });
  });

  test('is found for clients that ask at fixed intervals, if the trace has their queries', async () => {
    const trace = readFileSync('scenarios/traces/sleepless-day.jsonl', 'utf8');
    const { out } = await run(['plan', 't.jsonl', '--highest', '2', '--timeouts', '5m'], {
      't.jsonl': trace,
    });
    expect(words(out)).toMatch(
      /3 clients that ask at fixed intervals keep the compute awake: \$[\d.]+ a month; without them \$[\d.]+ a month/,
    );
    expect(words(out)).toContain("shop-web, a pool's keep-alive, every 4 min 48 s");
  });

  test('of a list is shown beside the CPU bound of each database', async () => {
    const files = {
      'list.yaml': 'databases:\n  - { name: asked, file: q.jsonl }\n  - { name: measured, file: t.csv }\n',
      'q.jsonl': readFileSync('scenarios/traces/sleepless-day.jsonl', 'utf8'),
      't.csv': TABLE,
    };
    const args = ['plan', 'list.yaml', '--highest', '2', '--timeouts', '5m', '--results', 'plans'];
    const first = await run(args, files);
    const kept = { ...files, ...first.written };
    const { databases } = JSON.parse((await run([...args, '--json'], kept)).out);
    const of = (name: string) => databases.find((one: { name: string }) => one.name === name);
    expect(of('asked').background.kind).toBe('pollers');
    expect(of('asked').cpuBound).toMatchObject({ by: 'durations' });
    expect(of('measured').cpuBound).toBe(null);
    expect(words(first.out)).toContain(
      'CPU was not measured, so these are planned with its upper bound: - asked: the durations of queries.',
    );
    expect(words(first.out)).toContain('- asked: 3 clients that ask at fixed intervals.');
    const { out } = await run([...args, '--format', 'csv'], kept);
    const rows = Papa.parse<Record<string, string>>(out, { header: true, skipEmptyLines: true }).data;
    expect(rows.map(({ database, cpu_bound }) => [database, cpu_bound]).sort()).toEqual([
      ['asked', 'durations'],
      ['measured', ''],
    ]);
  });

  test('is left out if nothing says how much CPU the rest takes', async () => {
    const line = (minute: number, rest: string) =>
      `${new Date(Date.UTC(2026, 2, 2) + minute * 60_000).toISOString().replace('T', ' ').replace('Z', ' UTC')} ${rest}`;
    const log = Array.from({ length: 360 }, (_, i) => [
      line(4 * i, '[102] metrics@app LOG:  duration: 33.120 ms  statement: select 1'),
      ...(i % 15 === 0 ? [line(4 * i + 1, '[200] shop@app LOG:  statement: select 2')] : []),
    ])
      .flat()
      .join('\n');
    const args = ['plan', 'pg.log', '--log-prefix', '%m [%p] %a@%d ', '--highest', '2', '--timeouts', '5m'];
    const { out } = await run([...args, '--json'], { 'pg.log': `${log}\n` });
    expect(JSON.parse(out).background).toBe(null);
  });

  test('keeps the plan when its comparison is interrupted, and says that something is missing', async () => {
    const { code, out } = await interruptedOnce(
      (ran) => JSON.parse(ran.out).isWhole,
      (looks) => run(['plan', 't.csv', ...FEW, '--json'], { 't.csv': TABLE }, { interruptAfter: looks }),
    );
    const { partial, recommendation, background } = JSON.parse(out);
    expect([code, partial, recommendation !== null, background]).toEqual([130, true, true, null]);
  });
});
