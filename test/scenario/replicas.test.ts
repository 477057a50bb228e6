import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument, readScenario, replicasOf, type Scenario } from '../../src/scenario/index.ts';
import type { ComputePlan } from '../../src/simulator/index.ts';
import { problemsOf } from './problems-of.ts';

const ARRIVALS = 'kind: arrivals, perSecond: 6, query: { cpu: { mean: 10ms } }';

function text(fields: string, demand = ARRIVALS): string {
  return [
    'why: Reads that may go to any of several replicas.',
    'horizon: 1h',
    'computes:',
    '  - name: main',
    '    demand: [{ kind: load, vcpu: 0.5 }]',
    '  - name: reads',
    '    branch: main',
    `    ${fields}`,
    `    demand: [{ ${demand} }]`,
  ].join('\n');
}

const read = (written: string): Scenario => readScenario(readDocument(written, 'project.yaml'));
const problems = (written: string) => problemsOf(() => read(written));

describe('replicas', () => {
  test('share the demand of the entry, each with its own name and the same branch', () => {
    const { simulation, entries } = read(text('type: read_only\n    replicas: 3\n    workingSet: 2GB'));
    const [main, ...reads] = simulation.computes;
    expect(main?.name).toBe('main');
    expect(
      reads.map(({ name, branch, type, workingSetBytes }) => [name, branch, type, workingSetBytes]),
    ).toEqual([1, 2, 3].map((at) => [`reads ${at}`, 'main', 'read_only', 2 * 1024 ** 3]));
    expect(reads.map(ratesOf)).toEqual([[2], [2], [2]]);
    expect(entries.map(({ name, computes }) => [name, computes.length])).toEqual([
      ['main', 1],
      ['reads', 3],
    ]);
  });

  test('have their own name alone if there is one', () => {
    const { simulation } = read(text('type: read_only\n    replicas: { least: 1, most: 4 }'));
    expect(simulation.computes.map(({ name }) => name)).toEqual(['main', 'reads']);
  });

  test.each([
    ['{ least: 2, most: 4 }', 2],
    ['{ least: 1, now: 3, most: 4 }', 3],
    ['{ most: 4 }', 1],
    ['4', 4],
  ])('%s run as %i today', (replicas, count) => {
    const { entries } = read(text(`type: read_only\n    replicas: ${replicas}`));
    expect(entries[1]?.computes).toHaveLength(count);
  });

  test('keep the sum of the demand', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        fc.integer({ min: 1, max: 20 }),
        (rate, count) => {
          const { entries } = read(
            text(`type: read_only\n    replicas: ${count}`, ARRIVALS.replace('6', String(rate))),
          );
          const whole = entries[1]?.replicas?.whole as ComputePlan;
          const sum = replicasOf(whole, count)
            .flatMap(ratesOf)
            .reduce((all, one) => all + one, 0);
          expect(sum).toBeCloseTo(rate, 9);
        },
      ),
    );
  });

  test.each([
    [
      'replicas: 2',
      ARRIVALS,
      'project.yaml:8, computes[1].replicas: only reads can go to any of several computes; set type: read_only',
    ],
    [
      'type: read_only\n    copies: 2\n    replicas: 2',
      ARRIVALS,
      'project.yaml:9, computes[1].copies: this compute has replicas already; use copies or replicas, not both',
    ],
    [
      'type: read_only\n    replicas: 2',
      'kind: poller, every: 10s, query: { cpu: { mean: 1ms } }',
      'project.yaml:10, computes[1].demand[0]: a poller cannot be split among replicas; describe it as arrivals or a load',
    ],
    [
      'type: read_only\n    replicas: 2',
      'kind: cron, at: "0 * * * *", query: { cpu: { mean: 1ms } }',
      'project.yaml:10, computes[1].demand[0]: a job at fixed times cannot be split among replicas; describe it as arrivals or a load',
    ],
    [
      'type: read_only\n    replicas: 2',
      'kind: clients, count: 4, think: { mean: 10s }, query: { cpu: { mean: 1ms } }',
      'project.yaml:10, computes[1].demand[0]: a group of clients cannot be split among replicas; describe it as arrivals or a load',
    ],
    [
      'type: read_only\n    replicas: { least: 3, most: 2 }',
      ARRIVALS,
      'project.yaml:9, computes[1].replicas: found a group of fields; write least, now and most in this order, such as { least: 1, now: 2, most: 4 }',
    ],
  ])('%j with %j is a problem', (fields, demand, problem) => {
    expect(problems(text(fields, demand))).toContain(problem);
  });
});

/** The arrivals a second of each demand. */
function ratesOf({ demand }: ComputePlan): number[] {
  return demand.flatMap((one) =>
    one.kind === 'jobs' && one.schedule.kind === 'poisson' && one.schedule.perSecond.kind === 'constant'
      ? [one.schedule.perSecond.value]
      : [],
  );
}
