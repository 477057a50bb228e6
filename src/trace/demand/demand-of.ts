import { type Demand, joinedSamples } from '../../workload/index.ts';
import type { TimedBound } from '../bounds/bounds.ts';
import { evenly } from '../operators/evenly.ts';
import { appliedInMemory } from '../operators/in-memory.ts';
import { spanOf } from '../span.ts';
import type { Trace } from '../trace.ts';
import type { CensoredDemand } from './cpu-demand.ts';
import type { CpuBound } from './cpu-source.ts';
import { DemandSurvey } from './demand-survey.ts';
import { type DemandSettings, LoadOfTrace } from './load-of.ts';

export interface TraceDemand {
  readonly demand: readonly Demand[];
  /** The largest working set measured. Null if the trace has none. */
  readonly workingSetBytes: number | null;
  /** Null if the capacity is unknown. */
  readonly hiddenDemand: CensoredDemand | null;
  /** Samples of other quantities that are at a known limit. */
  readonly bounds: readonly TimedBound[];
  /**
   * The upper bound that the demand is, because CPU was not measured. Null if the demand follows from CPU or queries.
   */
  readonly cpuBound: CpuBound | null;
  /** The assumptions made, one sentence each. */
  readonly notes: readonly string[];
}

/** Turns a trace in memory into load on a compute. */
export function demandOf(trace: Trace, settings: DemandSettings): TraceDemand {
  const span = spanOf(trace);
  // Demand comes from samples only, and placing events between them would take most of the time.
  const even = appliedInMemory({ ...trace, events: [] }, evenly(span));
  const survey = new DemandSurvey(trace.head, span, settings);
  survey.takeRaw(trace);
  for (const chunk of even.chunks) survey.takeEven(chunk);
  survey.end();
  const load = new LoadOfTrace(survey, settings);
  const asked = even.chunks.map((chunk) => load.loadIn(chunk));
  const memory = asked.flatMap(({ memoryBytes }) => memoryBytes ?? []);
  return {
    demand: [
      load.demand(
        joinedSamples(asked.map(({ vcpu }) => vcpu)),
        memory.length === 0 ? null : joinedSamples(memory),
      ),
    ],
    workingSetBytes: survey.largestOf('workingSet'),
    hiddenDemand: survey.censoredDemand,
    bounds: survey.bounds,
    cpuBound: survey.cpuBound,
    notes: load.notes,
  };
}
