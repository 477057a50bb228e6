import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const shipped = (name: string) => readFileSync(`scenarios/${name}.yaml`, 'utf8');
const READS = 'projects/reads.yaml';
/** Half a day has four busy hours, which are enough to tell the costs of the numbers of replicas apart. */
const files = { [READS]: shipped('projects/reads').replace('horizon: 1d', 'horizon: 12h') };

const SMALL = `why: A small project.
horizon: 3h
facts: 2026-11
computes:
  - name: production
    branch: main
    size: 2
    demand: [{ kind: load, vcpu: 0.3 }]
  - name: reads
    branch: main
    type: read_only
    replicas: { least: 1, now: 2, most: 3 }
    size: 1
    demand: [{ kind: arrivals, perSecond: 2, query: { cpu: { mean: 30ms } } }]
  - name: preview
    copies: 3
    size: 1
    objectives: { cold-starts: off, delay-p95: 5s, delay-p99: 10s }
    demand: [{ kind: arrivals, perSecond: 0.001, query: { cpu: { mean: 30ms } } }]
`;
const FEW = ['--highest', '2', '--only', 'fixed'];

/** The answer as JSON, with what was written. */
async function planned(file: string, flags: readonly string[] = [], given: Record<string, string> = files) {
  const { code, out, err, written } = await run(['plan', file, ...flags, '--json'], given);
  return { code, err, written, answer: JSON.parse(out) };
}

describe('a project', () => {
  test('says how many replicas cost least, beside the cost of each number', async () => {
    const { code, answer } = await planned(READS, ['--timeouts', '1m', '--highest', '2', '--only', 'fixed']);
    const [, reports] = answer.entries;
    const costs = reports.replicas.map(
      (one: { cheapest: { outcome: { costPerMonth: number } } }) => one.cheapest.outcome.costPerMonth,
    );
    expect([code, costs.length]).toEqual([0, 4]);
    expect(reports.advised.count).toBe(1 + costs.indexOf(Math.min(...costs)));
    expect(reports.advised.judged.outcome.costPerMonth).toBe(Math.min(...costs));
  });

  test('is written with all recommendations, and a simulation of it has the same figures', async () => {
    const { answer, written } = await planned('small.yaml', [...FEW, '--write-scenario', 'planned.yaml'], {
      'small.yaml': SMALL,
    });
    const text = written['planned.yaml'] ?? '';
    expect(text).toContain(`replicas: ${answer.entries[1].advised.count}`);
    const { code, out } = await run(['simulate', 'planned.yaml', '--json'], { 'planned.yaml': text });
    const simulated = JSON.parse(out);
    expect(code).toBe(0);
    expect(simulated.computes).toHaveLength(answer.totals.computesAdvised);
    for (const { name, advised } of answer.entries) {
      const own = simulated.computes.filter((one: { name: string }) => one.name.startsWith(name));
      const sum = (figure: string) =>
        own.reduce((all: number, one: Record<string, number>) => all + (one[figure] ?? 0), 0);
      expect(own).toHaveLength(advised.count);
      expect(sum('cuHours')).toBeCloseTo(advised.judged.outcome.cuHours, 5);
    }
  });

  test('fits on one screen', async () => {
    const { out } = await run(['plan', 'small.yaml', ...FEW], { 'small.yaml': SMALL });
    const lines = out.split('\n');
    expect(lines.length).toBeLessThanOrEqual(31);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    expect(out).toContain('Replicas of reads:');
  });

  test('has a budget for all computes', async () => {
    const { code, answer, err } = await planned('small.yaml', [...FEW, '--objective', 'budget=1'], {
      'small.yaml': SMALL,
    });
    expect(code).toBe(1);
    expect(answer.verdict).toBe('none');
    expect(answer.limits.at(-1)).toMatchObject({ name: 'budget', bound: 1, source: null });
    expect(answer.limits.at(-1).advised).toMatchObject({
      found: answer.totals.costAdvised,
      isBroken: true,
    });
    expect(err).toContain('the project passes a limit');
  });

  test('that is interrupted has a partial answer', async () => {
    const given = { 'small.yaml': SMALL };
    const { code, out } = await run(['plan', 'small.yaml', ...FEW, '--json'], given, { interruptAfter: 0 });
    expect(code).toBe(130);
    expect(JSON.parse(out)).toMatchObject({ partial: true, of: 3, limits: [] });
    const text = await run(['plan', 'small.yaml', ...FEW], given, { interruptAfter: 0 });
    expect(text.out).toMatch(/^PARTIAL, 0 of 3 entries: nothing is planned\./);
  });
});

describe('bad input', () => {
  test.each([
    [['--current', '0.25-2, 5m'], '--current'],
    [['--growth', '20%/month'], '--growth'],
    [['--holdout', '30%'], '--holdout'],
    [['--stability'], '--stability'],
    [['--apply-as', 'curl'], '--apply-as'],
    [['--fail-above', 'cost=50'], '--fail-above'],
    [['--report', 'page'], '--report'],
    [['--bill', '2026-03=40'], '--bill'],
  ])('%j is refused', async (flags, flag) => {
    const { code, out, err } = await run(['plan', 'small.yaml', ...flags], { 'small.yaml': SMALL });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`${flag}: the file is a project of several computes; `);
  });

  test.each([
    ['    copies: 3', '    copies: 0', 'small.yaml:16, computes[2].copies: found 0; '],
    ['cold-starts: off', 'cold-start: off', 'small.yaml:18, computes[2].objectives'],
    ['cold-starts: off', 'throttled: 7 apples', 'small.yaml:18, computes[2].objectives'],
    ['    type: read_only\n', '', 'computes[1].replicas: only reads can go to any of several computes; '],
  ])('%j as %j is a problem', async (before, after, problem) => {
    const { code, err } = await run(['plan', 'small.yaml'], { 'small.yaml': SMALL.replace(before, after) });
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });

  test('a primary that moves to another branch is planned alone', async () => {
    const moving = SMALL.replace('    size: 2\n', '    size: 2\n    changes: [{ at: 1h, branch: other }]\n');
    const { code, err } = await run(['plan', 'small.yaml'], { 'small.yaml': moving });
    expect(code).toBe(2);
    expect(err).toContain('small.yaml: production moves to another branch');
  });
});
