import type { FactSet } from '../../facts/index.ts';
import { type Problem, ProblemError, problem } from '../../problem/index.ts';
import type { DEFAULT_ASSUMPTIONS } from '../../simulator/index.ts';
import { demandOf, spanOf, type Trace, type TraceDemand } from '../../trace/index.ts';
import type { Zone } from '../../workload/index.ts';
import { withToldLoads } from '../changes/with-told.ts';
import type { Exclusion } from '../notation/exclusion.ts';
import { type TraceReference, traceReference } from '../notation/trace-reference.ts';
import type { Document } from '../text/document.ts';
import { type ExcludedPart, excludedDemand } from './excluded-demand.ts';

/** A trace that a scenario names, read, with what people should know of how it was read. */
export interface NamedTrace {
  readonly trace: Trace;
  readonly notes: readonly string[];
}

/** The traces that a scenario names, by the key of how it names them. */
export type NamedTraces = ReadonlyMap<string, NamedTrace>;

/** Where a document names a trace. This room reads no files: somebody else does, before the scenario is read. */
export interface TraceMention {
  readonly reference: TraceReference;
  readonly path: readonly PropertyKey[];
}

/** The traces that a document names, so far as they are named rightly; what is not, reading the scenario tells. */
export function traceMentions({ value }: Document): TraceMention[] {
  const computes = listAt(value, 'computes').map((compute, i) => ({
    holder: compute,
    path: ['computes', i],
  }));
  return [{ holder: value, path: [] as PropertyKey[] }, ...computes].flatMap(({ holder, path }) =>
    listAt(holder, 'demand').flatMap((one, i) => {
      const found = traceReference.safeParse(one);
      return found.success ? [{ reference: found.data, path: [...path, 'demand', i, 'file'] }] : [];
    }),
  );
}

function listAt(value: unknown, field: string): readonly unknown[] {
  const list = (value as Readonly<Record<string, unknown>> | null)?.[field];
  return Array.isArray(list) ? list : [];
}

/** Part of the run that a trace becomes demand for. */
interface TraceRun {
  readonly startMs: number;
  readonly horizonMs: number;
  readonly assumptions: typeof DEFAULT_ASSUMPTIONS;
  readonly zone: Zone;
  /** What the limits of what was measured follow from. */
  readonly facts: FactSet;
  readonly exclude: readonly Exclusion[];
}

/** A demand of a trace, and what was cut out of it. */
interface ExcludedTraceDemand extends TraceDemand {
  readonly excluded: readonly ExcludedPart[];
}

/** The demand of a trace that a scenario names, at its own times or from the start of the scenario on. */
export function traceDemand(
  reference: TraceReference,
  name: string,
  traces: NamedTraces,
  run: TraceRun,
  place: Problem['place'],
): ExcludedTraceDemand {
  const named = traces.get(reference.key);
  if (named === undefined) {
    throw problem(place, `the trace ${reference.file} is not read here`, 'use tidemark simulate');
  }
  const { trace } = named;
  const { firstMs, endMs } = spanOf(trace);
  const startMs = reference.at === 'start' ? firstMs : run.startMs;
  if (firstMs >= startMs + run.horizonMs || endMs <= startMs) {
    throw problem(
      place,
      `the trace goes from ${iso(firstMs)} to ${iso(endMs)}, outside the scenario`,
      'set start to a time within it, or add at: start, to let it begin with the scenario',
    );
  }
  const found = demandIn(trace, name, reference, { ...run, startMs }, place);
  const cut = found.demand.map((one) => excludedDemand(one, run.exclude, startMs, run.zone));
  return {
    ...found,
    demand: withToldLoads(
      cut.map(({ demand }) => demand),
      reference,
    ),
    excluded: cut.flatMap(({ excluded }) => excluded),
    notes: [...named.notes, ...found.notes].map((note) => `${name}: ${note}`),
  };
}

/** A trace is told apart from its mention: what it lacks is said with the line that names it. */
function demandIn(
  trace: Trace,
  name: string,
  { cpuMsPerQuery, vcpus }: TraceReference,
  { startMs, assumptions, facts }: TraceRun,
  place: Problem['place'],
): TraceDemand {
  const { baseMemoryBytes, connectionMemoryBytes } = assumptions;
  try {
    return demandOf(trace, {
      name,
      startMs,
      cpuMsPerQuery,
      vcpus,
      facts,
      baseMemoryBytes,
      connectionMemoryBytes,
    });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(
      error.problems.map(({ found, remedy }) => ({ place, found: `of the trace: ${found}`, remedy })),
    );
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}
