import { type Demand, joinedSamples } from '../../workload/index.ts';
import type { TimedBound } from '../bounds/bounds.ts';
import { evenly } from '../operators/evenly.ts';
import { inMemory } from '../operators/in-memory.ts';
import { spanOf } from '../span.ts';
import type { Trace } from '../trace.ts';
import type { CensoredDemand } from './cpu-demand.ts';
import type { CpuBound } from './cpu-source.ts';
import { DemandSurvey } from './demand-survey.ts';
import { type DemandSettings, LoadOfTrace } from './load-of.ts';

export interface TraceDemand {
  readonly demand: readonly Demand[];
  /** The largest that was seen; null: the trace does not say. */
  readonly workingSetBytes: number | null;
  /** null: it is not known what there was to work with. */
  readonly hiddenDemand: CensoredDemand | null;
  /** The same of other quantities that have a limit which is known. */
  readonly bounds: readonly TimedBound[];
  /** CPU was not measured, and the demand is this upper bound of it; null: it was, or follows from what was told. */
  readonly cpuBound: CpuBound | null;
  /** What was assumed, a sentence each. */
  readonly notes: readonly string[];
}

/** What a trace in memory asks of a compute, as a flow of load. */
export function demandOf(trace: Trace, settings: DemandSettings): TraceDemand {
  const span = spanOf(trace);
  // Demand is of samples: to put single events between them would take longer than all else.
  const even = inMemory({ ...trace, events: [] }, evenly(span));
  const survey = new DemandSurvey(trace.head, span, settings);
  survey.takeAsItIs(trace);
  for (const chunk of even.chunks) survey.takeEven(chunk);
  survey.end();
  const load = new LoadOfTrace(survey, settings);
  const asked = even.chunks.map((chunk) => load.of(chunk));
  const memory = asked.flatMap(({ memoryBytes }) => memoryBytes ?? []);
  return {
    demand: [
      load.demand(
        joinedSamples(asked.map(({ vcpu }) => vcpu)),
        memory.length === 0 ? null : joinedSamples(memory),
      ),
    ],
    workingSetBytes: survey.most('workingSet'),
    hiddenDemand: survey.censoredDemand,
    bounds: survey.bounds,
    cpuBound: survey.cpuBound,
    notes: load.notes,
  };
}
