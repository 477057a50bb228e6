import { DEFAULT_FACT_SET, type FactSet } from '../../facts/index.ts';
import { DEFAULT_ASSUMPTIONS } from '../../simulator/index.ts';
import type { CapacityStep, DemandSettings, Span, Trace, TraceDemand, TraceHead } from '../../trace/index.ts';
import { createZone } from '../../workload/index.ts';
import { changedTrace } from '../changes/changed-trace.ts';
import { type FieldChange, withoutChangedFields } from '../changes/field-change.ts';
import type { Overrides } from '../context.ts';
import { type Scenario, scenarioOf } from '../scenario.ts';
import { checkExclusions, excludedDemand } from './excluded-demand.ts';

/** A question about a trace without a scenario file. */
export interface TraceQuestion {
  /** The name of the trace in problems. */
  readonly file: string;
  readonly cpuMsPerQuery: number | null;
  readonly vcpus: number | null;
  /** The capacity limits of the measured server follow from these facts. */
  readonly facts: FactSet;
  /** The configurations that were in force. They supply the capacity if the trace does not state it. */
  readonly inForce?: readonly CapacityStep[] | undefined;
  /** The factor for samples that are lower bounds. 1 takes them as measured. */
  readonly uplift?: number | undefined;
  /** Removes parts of the trace before it becomes demand. */
  readonly without?: ((trace: Trace) => Trace) | undefined;
}

/** Returns the settings for the demand of a trace without a scenario file. The run begins with the trace. */
export function traceSettings(
  { firstMs }: Pick<Span, 'firstMs'>,
  { cpuMsPerQuery, vcpus, facts, uplift }: Omit<TraceQuestion, 'file'>,
): DemandSettings {
  const { baseMemoryBytes, connectionMemoryBytes } = DEFAULT_ASSUMPTIONS;
  return {
    name: 'trace',
    startMs: Math.floor(firstMs),
    cpuMsPerQuery,
    vcpus,
    facts,
    uplift,
    baseMemoryBytes,
    connectionMemoryBytes,
  };
}

/** A trace whose demand is known. */
export interface AskedTrace {
  readonly head: TraceHead;
  readonly span: Span;
  readonly asked: TraceDemand;
  /** Notes on how the trace was read. */
  readonly notes: readonly string[];
}

/** Returns a scenario of one compute with default settings, from the first sample of a trace to the end of the last. */
export function traceScenario(
  { head, span, asked, notes }: AskedTrace,
  file: string,
  overrides: Overrides,
  changes: readonly FieldChange[] = [],
): Scenario {
  const { name, timezone } = head;
  const startMs = Math.floor(span.firstMs);
  const zone = createZone(timezone);
  const exclude = overrides.exclude ?? [];
  const cut = asked.demand.map((one) => excludedDemand(one, exclude, startMs, zone));
  const excluded = cut.flatMap((one) => one.excluded);
  checkExclusions(exclude, excluded, zone);
  const workingSet = Math.round(asked.workingSetBytes ?? 0);
  const changed = changedTrace(
    {
      why: `What would this configuration do with the demand of ${name}, and at what cost?`,
      start: { utcMs: startMs },
      timezone,
      horizon: Math.max(1, Math.ceil(span.endMs - startMs)),
      seed: 1,
      facts: DEFAULT_FACT_SET,
      plan: 'scale',
      releases: 'none',
      compute: { type: 'read_write', workingSet, changes: [], schedule: [] },
      demand: cut.map(({ demand }) => demand),
      exclude: [],
      events: [],
      passThrough: [],
    },
    { file, value: null, place: () => ({ file }) },
    changes,
  );
  return scenarioOf(changed.file, {
    document: changed.document,
    zone,
    startMs,
    excluded,
    notes: [
      ...notes,
      ...asked.notes,
      ...(workingSet > 0 ? ['Working set: the largest of the trace, all the time.'] : []),
    ],
    isTrace: true,
    hiddenDemand: asked.hiddenDemand,
    bounds:
      overrides.assume?.memory === 'none'
        ? asked.bounds.filter(({ quantity }) => quantity !== 'memory')
        : asked.bounds,
    cpuBound: asked.cpuBound,
    overrides: withoutChangedFields(overrides, changes),
  });
}
