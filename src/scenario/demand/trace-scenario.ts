import type { FactSet } from '../../facts/index.ts';
import { DEFAULT_ASSUMPTIONS } from '../../simulator/index.ts';
import type { CapacityStep, DemandSettings, Span, Trace, TraceDemand, TraceHead } from '../../trace/index.ts';
import { createZone } from '../../workload/index.ts';
import { changedTrace } from '../changes/changed-trace.ts';
import { besideChanges, type FieldChange } from '../changes/field-change.ts';
import type { Overrides } from '../context.ts';
import { type Scenario, scenarioOf } from '../scenario.ts';
import { checkExclusions, excludedDemand } from './excluded-demand.ts';

/** What is asked of a trace that stands for itself. */
export interface TraceQuestion {
  /** The name that problems give it. */
  readonly file: string;
  readonly cpuMsPerQuery: number | null;
  readonly vcpus: number | null;
  /** What the limits of what was measured follow from. */
  readonly facts: FactSet;
  /** What was in force, where the trace does not say what there was. */
  readonly inForce?: readonly CapacityStep[] | undefined;
  /** How much more was wanted where samples are lower bounds; 1: as much as was used. */
  readonly uplift?: number | undefined;
  /** The trace is taken without some of it. */
  readonly without?: ((trace: Trace) => Trace) | undefined;
}

/** How a trace that stands for itself becomes demand: the run begins with it. */
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

/** A trace of which is known what it asks for. */
export interface AskedTrace {
  readonly head: TraceHead;
  readonly span: Span;
  readonly asked: TraceDemand;
  /** What people should know of how it was read. */
  readonly notes: readonly string[];
}

/** The scenario of a trace alone: one compute of the usual setting, from the first sample to the end of the last. */
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
      facts: 'spec',
      plan: 'scale',
      releases: 'none',
      compute: { type: 'read_write', workingSet, changes: [] },
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
    overrides: besideChanges(overrides, changes),
  });
}
