import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DemandSettings, demandOf, recognise, sourceOf, type Trace } from '../../src/trace/index.ts';
import { bindProfile, createZone, type LoadDemand } from '../../src/workload/index.ts';
import { anyTrace, column, MIDNIGHT, traceOf } from './traces.ts';

const MINUTE = 60_000;
const settings: DemandSettings = {
  name: 'trace',
  startMs: MIDNIGHT,
  cpuMsPerQuery: null,
  vcpus: null,
  baseMemoryBytes: 100,
  connectionMemoryBytes: 10,
};
const ask = (trace: Trace, more: Partial<DemandSettings> = {}) => {
  const { demand, ...rest } = demandOf(trace, { ...settings, ...more });
  return { ...rest, load: demand[0] as LoadDemand };
};
/** The value of a profile in each minute. */
const minutes = (profile: LoadDemand['vcpu'], count: number) => {
  const bound = bindProfile(profile, MIDNIGHT, createZone('UTC'), 1, 'test');
  return Array.from({ length: count }, (_, i) => bound(MIDNIGHT + i * MINUTE).value);
};

describe('the demand of a trace', () => {
  test('has CPU, connections, memory and active queries, each at its time', () => {
    const { load, notes, workingSetBytes } = ask(
      traceOf(
        [
          column('cpu'),
          column('connections', 'maximum'),
          column('memory'),
          column('activeConnections', 'maximum'),
          column('workingSet'),
        ],
        [
          [1, 0.5, 3, 1000, 2, 7],
          [2, 0.004, 8, 120, 1, 9],
          [4, 1.5, 1, Number.NaN, 1, 8],
        ],
      ),
    );
    expect(load).toMatchObject({ kind: 'load', cpuMsPerQuery: 20, connections: 8, concurrency: 2 });
    expect(load.known).toEqual({
      cpu: 'measured',
      concurrency: 'measured',
      connections: 'measured',
      memory: 'measured',
    });
    expect(minutes(load.vcpu, 6)).toEqual([0, 0.5, 0, 0, 1.5, 0]);
    // Minus 100 bytes, and 10 bytes for each of 8 connections.
    expect(minutes(load.memoryBytes, 6)).toEqual([0, 820, 0, 0, 0, 0]);
    expect(workingSetBytes).toBe(9);
    expect(notes).toEqual([
      '1 of 4 samples are unknown and count as no demand.',
      'Up to 0.01 vCPU counts as the CPU of an idle database, not as demand.',
      'Whenever there is demand, 8 connections are open, the most in the trace.',
      'Memory is as measured, less the assumed needs of an idle compute and its connections.',
      'At most 2 queries are active at once, the most in the trace.',
    ]);
  });

  test('more vCPU than any machine has is a problem of its column', () => {
    const trace = traceOf(
      [column('cpu')],
      [
        [0, 1],
        [1, 1e30],
      ],
    );
    expect(() => ask(trace)).toThrow(
      'test, column "cpu": at 2026-03-02T00:01:00.000Z the value is 1e+30 vCPU, which no machine has; ' +
        'correct the value, or give another unit with ‹map›',
    );
  });

  test('a run that starts after the trace starts in the middle of it', () => {
    const { load } = ask(
      traceOf(
        [column('cpu')],
        [
          [0, 1],
          [1, 2],
          [2, 3],
        ],
      ),
      { startMs: MIDNIGHT + MINUTE },
    );
    const bound = bindProfile(load.vcpu, MIDNIGHT + MINUTE, createZone('UTC'), 1, 'test');
    expect(bound(MIDNIGHT + MINUTE).value).toBe(2);
  });

  test('the load average alone counts as CPU, and a note says so', () => {
    const { load, notes } = ask(traceOf([column('load')], [[0, 2.5]]));
    expect(minutes(load.vcpu, 1)).toEqual([2.5]);
    expect(load.countsWaits).toBe(true);
    expect(notes[0]).toBe(
      'CPU is estimated from the load average: each process that runs or waits counts as one vCPU.',
    );
  });

  test('queries alone need the CPU of one query', () => {
    const trace = traceOf(
      [column('queries')],
      [
        [0, 600],
        [1, 0],
        [2, 1],
      ],
    );
    expect(() => ask(trace)).toThrow(
      'test: it has queries and no CPU; give the CPU of one query with ‹cpuPerQuery› 5ms or cpuPerQuery: 5ms',
    );
    const { load } = ask(trace, { cpuMsPerQuery: 50 });
    expect(load.cpuMsPerQuery).toBe(50);
    // One query per minute is little CPU, but it is demand.
    expect(minutes(load.vcpu, 3)).toEqual([0.5, 0, 50 / MINUTE]);
  });

  test('if queries are known, CPU without queries is no demand, and the CPU of one query follows from both', () => {
    const { load } = ask(
      traceOf(
        [column('cpu'), column('queries')],
        [
          [0, 0.5, 1000],
          [1, 0.1, 0],
        ],
      ),
    );
    expect(minutes(load.vcpu, 2)).toEqual([0.5, 0]);
    expect(load.cpuMsPerQuery).toBe(30);
  });

  test('without any of them, the problem names the most useful column', () => {
    expect(() => ask(traceOf([column('memory')], [[0, 1]], 300_000))).toThrow(
      'test: it has no CPU, no load average and no queries; add a column; cpu (processors asked for) would answer most',
    );
    expect(() => ask(traceOf([column('cpu')], []))).toThrow('test: it has no samples');
  });

  test('samples at the capacity are lower bounds', () => {
    const note =
      '2 of 3 samples of CPU are at 90% or more of the capacity, so they are lower bounds; the demand may have been higher.';
    const rows = [
      [0, 0.9],
      [1, 1],
      [2, 0.89],
    ];
    expect(ask(traceOf([column('cpu')], rows), { vcpus: 1 }).notes).toContain(note);
    const sized = traceOf(
      [column('cpu'), column('capacityCu')],
      rows.map(([time, cpu]) => [time as number, cpu as number, 1]),
    );
    expect(ask(sized).notes).toContain(note);
    expect(ask(traceOf([column('cpu')], rows)).notes).toEqual([]);
  });

  test('each known sample is asked for at its time, whatever is missing around it', () => {
    fc.assert(
      fc.property(
        anyTrace.filter(({ times }) => times.length > 0),
        (trace) => {
          const asked = minutes(ask(trace).load.vcpu, 100);
          trace.times.forEach((time, i) => {
            const [cpu, queries] = [trace.values[0]?.[i] as number, trace.values[2]?.[i] as number];
            const nothing = Number.isNaN(cpu) || Number.isNaN(queries) || queries === 0;
            expect(asked[(time - MIDNIGHT) / MINUTE]).toBe(nothing ? 0 : cpu);
          });
        },
      ),
    );
  });
});

describe('a file is recognised by its first bytes', () => {
  const kindOf = async (bytes: Uint8Array) => (await recognise(sourceOf(bytes))).kind;
  test.each([
    ['{"schema":"tidemark/trace","version":1}\n[0, 1]', 'trace'],
    ['time,cpu\n0,1', 'trace'],
    ['# exported\nTime;CPU %\n', 'trace'],
    ['2026-03-02T00:00:00Z,0.5\n', 'trace'],
    ['\ufeff"Time","a: b"\n', 'trace'],
    ['why: A question, and another\nhorizon: 2h', 'document'],
    ['# a comment, with commas\n---\nwhy: x', 'document'],
    ['{"why":"x","horizon":"2h"}', 'document'],
    ['{\n "why":"x", "horizon":"2h"}', 'document'],
    ['"why": x', 'document'],
    ['<html><body>a, b</body>', 'foreign'],
    ['', 'empty'],
    [' \n\t', 'empty'],
  ])('%j is %s', async (text, kind) => {
    expect(await kindOf(new TextEncoder().encode(text))).toBe(kind);
  });

  test('a compressed file is a trace', async () =>
    expect(await kindOf(new Uint8Array([0x1f, 0x8b, 8]))).toBe('trace'));
});
