import { DEFAULT_ASSUMPTIONS } from '../engine/index.ts';
import { demandOf, endMs } from '../trace/index.ts';
import { createZone } from '../workload/index.ts';
import type { Overrides } from './context.ts';
import { checkExclusions, excludedDemand } from './excluded-demand.ts';
import { type Scenario, scenarioOf } from './scenario.ts';
import type { NamedTrace } from './trace-demand.ts';

/** What is asked of a trace that stands for itself. */
export interface TraceQuestion {
  /** What problems call it. */
  readonly file: string;
  readonly cpuMsPerQuery: number | null;
  readonly vcpus: number | null;
}

/** The scenario of a trace alone: one compute of the usual setting, from the first sample to the end of the last. */
export function traceScenario(
  { trace, notes }: NamedTrace,
  { file, cpuMsPerQuery, vcpus }: TraceQuestion,
  overrides: Overrides,
): Scenario {
  const { timezone } = trace.head;
  const startMs = Math.floor(trace.times[0] ?? 0);
  const { baseMemoryBytes, connectionMemoryBytes } = DEFAULT_ASSUMPTIONS;
  const asked = demandOf(trace, {
    name: 'trace',
    startMs,
    cpuMsPerQuery,
    vcpus,
    baseMemoryBytes,
    connectionMemoryBytes,
  });
  const zone = createZone(timezone);
  const exclude = overrides.exclude ?? [];
  const cut = asked.demand.map((one) => excludedDemand(one, exclude, startMs, zone));
  const excluded = cut.flatMap((one) => one.excluded);
  checkExclusions(exclude, excluded, zone);
  const workingSet = asked.workingSetBytes ?? 0;
  return scenarioOf(
    {
      why: `What would this setting do with the demand of ${trace.head.name}, and at what cost?`,
      start: startMs,
      timezone,
      horizon: Math.max(1, Math.ceil(endMs(trace) - startMs)),
      seed: 1,
      facts: 'spec',
      plan: 'scale',
      releases: 'none',
      compute: { type: 'read_write', workingSet, changes: [] },
      demand: cut.map(({ demand }) => demand),
      exclude: [],
      events: [],
      passThrough: [],
    },
    {
      document: { file, value: null, place: () => ({ file }) },
      zone,
      startMs,
      excluded,
      notes: [
        ...notes,
        ...asked.notes,
        ...(workingSet > 0 ? ['Working set: the largest of the trace, all the time.'] : []),
      ],
      isTrace: true,
      overrides,
    },
  );
}
