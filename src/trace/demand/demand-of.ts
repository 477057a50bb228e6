import type { FactSet } from '../../facts/index.ts';
import { type Demand, joinedSamples } from '../../workload/index.ts';
import type { TimedBound } from '../bounds/bounds.ts';
import { evenly } from '../replay/evenly.ts';
import { inMemory } from '../replay/in-memory.ts';
import { SpanMeter } from '../span.ts';
import type { Trace } from '../trace.ts';
import type { CensoredDemand } from './cpu-demand.ts';
import type { CpuBound } from './cpu-source.ts';
import { DemandSurvey } from './demand-survey.ts';
import { LoadOfTrace } from './load-of.ts';

/** What a trace has to be told to become demand. */
export interface DemandSettings {
  readonly name: string;
  /** The start of the run; samples come at their own times. */
  readonly startMs: number;
  /** CPU of one query; null: not told, so what the trace says of it, or else that of a usual one. */
  readonly cpuMsPerQuery: number | null;
  /** The vCPU of the machine that was measured; null: not told. */
  readonly vcpus: number | null;
  /** What limits follow from; undefined: only that of CPU is looked for. */
  readonly facts?: FactSet | undefined;
  /** How much more was wanted where samples are lower bounds, and nothing says how much; 1: as much as was used. */
  readonly uplift?: number | undefined;
  /** Memory that a compute needs anyway, and for each connection: what was measured holds it already. */
  readonly baseMemoryBytes: number;
  readonly connectionMemoryBytes: number;
}

export interface TraceDemand {
  readonly demand: readonly Demand[];
  /** The largest that was seen; null: the trace does not say. */
  readonly workingSetBytes: number | null;
  /** null: it is not known what there was to work with. */
  readonly censored: CensoredDemand | null;
  /** The same of other quantities that have a limit which is known. */
  readonly bounds: readonly TimedBound[];
  /** CPU was not measured, and the demand is this upper bound of it; null: it was, or follows from what was told. */
  readonly cpuBound: CpuBound | null;
  /** What was assumed, a sentence each. */
  readonly notes: readonly string[];
}

/** What a trace in memory asks of a compute, as a flow of load. */
export function demandOf(trace: Trace, settings: DemandSettings): TraceDemand {
  const meter = new SpanMeter(trace.head);
  meter.take(trace);
  // Demand is of samples: to put single events between them would take longer than all else.
  const even = inMemory({ ...trace, events: [] }, evenly(meter.span));
  const survey = new DemandSurvey(trace.head, even.head, meter.span, settings);
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
    censored: survey.censoredDemand,
    bounds: survey.bounds,
    cpuBound: survey.cpuBound,
    notes: load.notes,
  };
}
