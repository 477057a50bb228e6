import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { interruptedOnce, run } from './run.ts';

/** Two days of samples, five minutes each: the server's own agents, and work in one hour of each day. */
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

describe('what goes on all the time', () => {
  test('is named with what the plan costs as it is and without it, as the flag then makes it', async () => {
    const { out } = await plan(TABLE);
    const [, asPlanned, without] =
      /A floor of 0\.05 vCPU never stops: the server's own agents, most likely\. As planned it keeps the compute awake: (\$[\d.]+); where it is not the database's clients, (\$[\d.]+) a month: --idle-below 0\.06\./.exec(
        words(out),
      ) ?? [];
    expect(words(out)).toContain(`CU, sleep after 5m: ${asPlanned} a month.`);
    const told = await plan(TABLE, '--idle-below', '0.06');
    expect(told.out).toContain(`: ${without} a month.`);
    expect(told.out).not.toContain('never stops');
    expect(Number(without?.slice(1))).toBeLessThan(Number(asPlanned?.slice(1)) / 2);
  });

  test('is in the document, which says nothing where there is none', async () => {
    const { background, choice } = JSON.parse((await plan(TABLE, '--json')).out);
    expect(background).toMatchObject({ kind: 'floor', idleBelow: 0.06, isConnected: null });
    expect(background.choice.outcome.costPerMonth).toBeLessThan(choice.outcome.costPerMonth);
    expect(background.asChosen.setting).toEqual(choice.setting);
    const quiet = TABLE.replaceAll(/,0\.05\d*/g, ',0');
    expect(JSON.parse((await plan(quiet, '--json')).out).background).toBe(null);
  });

  test('is told of clients that ask by the clock, whose queries a trace has', async () => {
    const trace = readFileSync('scenarios/traces/sleepless-day.jsonl', 'utf8');
    const { out } = await run(['plan', 't.jsonl', '--highest', '2', '--timeouts', '5m'], {
      't.jsonl': trace,
    });
    expect(words(out)).toMatch(
      /3 clients that ask by the clock keep the compute awake: \$[\d.]+; without them \$[\d.]+ a month/,
    );
    expect(words(out)).toContain("shop-web, a pool's keep-alive, every 4 min 48 s");
  });

  test('is left out where nothing says what CPU the rest takes', async () => {
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

  test('a comparison that is interrupted leaves the plan, and says that something is missing', async () => {
    const { code, out } = await interruptedOnce(
      (ran) => JSON.parse(ran.out).isWhole,
      (looks) => run(['plan', 't.csv', ...FEW, '--json'], { 't.csv': TABLE }, { interruptAfter: looks }),
    );
    const { partial, choice, background } = JSON.parse(out);
    expect([code, partial, choice !== null, background]).toEqual([130, true, true, null]);
  });
});
