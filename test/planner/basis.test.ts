import { describe, expect, test } from 'vitest';
import { basisOf, OBJECTIVE_NAMES, type ObjectiveName } from '../../src/planner/index.ts';
import type { LoadFact } from '../../src/workload/index.ts';
import { load, POLLER, world } from './worlds.ts';

const traced = (...measured: LoadFact[]) =>
  load([1], {
    connections: 0,
    known: { cpu: 'derived', ...Object.fromEntries(measured.map((fact) => [fact, 'measured' as const])) },
  });
const unknownIn = (...demand: Parameters<typeof world>[0]): ObjectiveName[] => {
  const basis = basisOf(world(demand));
  return OBJECTIVE_NAMES.filter((name) => basis[name] === 'unknown');
};

const ALWAYS: ObjectiveName[] = ['delayed-clients', 'delayed-over', 'failed-connects', 'pool-wait-p99'];

describe('the basis of an objective', () => {
  test('is measured for CPU of a trace with only CPU, assumed for the CPU of a query, and unknown for the rest', () => {
    const demand = traced('cpu');
    const basis = basisOf(world([demand]));
    expect([basis.throttled, basis['cold-starts'], basis.quota]).toEqual([
      'measured',
      'measured',
      'measured',
    ]);
    expect([basis['delay-p95'], basis['delay-p99']]).toEqual(['assumed', 'assumed']);
    expect(unknownIn(demand).sort()).toEqual(
      [...ALWAYS, 'refused', 'dropped', 'cache-hits', 'memory-kills', 'disk-free'].sort(),
    );
  });

  test.each<[LoadFact, ObjectiveName]>([
    ['cpuMsPerQuery', 'delay-p99'],
    ['connections', 'refused'],
    ['memory', 'memory-kills'],
  ])('with %s in the trace, %s is measured', (measured, objective) => {
    expect(basisOf(world([traced('cpu')]))[objective]).not.toBe('measured');
    expect(basisOf(world([traced('cpu', measured)]))[objective]).toBe('measured');
  });

  test('is assumed for connections that somebody stated', () => {
    const bare = traced('cpu');
    const told = { ...bare, connections: 100, known: { ...bare.known, connections: 'stated' as const } };
    expect(basisOf(world([told])).refused).toBe('assumed');
  });

  test('is assumed for CPU that follows from queries', () => {
    expect(basisOf(world([traced('connections')]))).toMatchObject({
      throttled: 'assumed',
      budget: 'assumed',
    });
  });

  test('is assumed for data that a scenario states, and unknown for data that it leaves out', () => {
    expect(unknownIn(POLLER)).toEqual(['cache-hits', 'memory-kills', 'disk-free']);
    const query = { ...POLLER.query, memoryBytes: 1, pages: 1, temporaryBytes: 1 };
    const basis = basisOf(world([POLLER, { ...POLLER, name: 'other', query }]));
    expect(new Set(Object.values(basis))).toEqual(new Set(['assumed']));
    expect(unknownIn(load([1], { connections: 0 }))).toContain('refused');
    expect(unknownIn(load([1], { memoryBytes: { kind: 'constant', value: 1 } }))).not.toContain(
      'memory-kills',
    );
  });

  test('is unknown if one demand lacks clients or connections, whatever others have', () => {
    const basis = basisOf(world([traced('cpu', 'cpuMsPerQuery'), POLLER]));
    expect([basis['failed-connects'], basis.refused]).toEqual(['unknown', 'unknown']);
    expect([basis.throttled, basis['memory-kills']]).toEqual(['assumed', 'unknown']);
    expect(basisOf(world([traced('cpu', 'memory'), POLLER]))['memory-kills']).toBe('measured');
  });

  test('leaves out the load of a rare event, and is unknown without demand', () => {
    const event = load([1], { name: 'event', isEvent: true, connections: 0 });
    const demand = traced('cpu', 'connections');
    expect(basisOf(world([demand, event]))).toEqual(basisOf(world([demand])));
    expect(unknownIn()).toEqual(OBJECTIVE_NAMES);
  });
});
