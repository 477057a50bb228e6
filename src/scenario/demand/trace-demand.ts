import type { FactSet } from '../../facts/index.ts';
import { type Problem, ProblemError, problem } from '../../problem/index.ts';
import type { DEFAULT_ASSUMPTIONS } from '../../simulator/index.ts';
import { demandOf, spanOf, type Trace, type TraceDemand } from '../../trace/index.ts';
import type { Zone } from '../../workload/index.ts';
import { withLoadOverrides } from '../changes/with-overrides.ts';
import type { Exclusion } from '../notation/exclusion.ts';
import { type TraceReference, traceReference } from '../notation/trace-reference.ts';
import type { Document } from '../text/document.ts';
import { type ExcludedPart, excludedDemand } from './excluded-demand.ts';

/** A trace that a scenario names, with notes on how it was read. */
export interface NamedTrace {
  readonly trace: Trace;
  readonly notes: readonly string[];
}

/** The traces that a scenario names, by the keys of their references. */
export type NamedTraces = ReadonlyMap<string, NamedTrace>;

/** The place where a document names a trace. The caller reads the trace files before the scenario is read. */
export interface TraceMention {
  readonly reference: TraceReference;
  readonly path: readonly PropertyKey[];
}

/** Returns the valid references to traces in a document. Reading the scenario reports the others. */
export function traceMentions({ value }: Document): TraceMention[] {
  const computes = listAt(value, 'computes').map((compute, i) => ({
    holder: compute,
    path: ['computes', i],
  }));
  return [{ holder: value, path: [] as PropertyKey[] }, ...computes].flatMap(({ holder, path }) =>
    listAt(holder, 'demand').flatMap((one, i) => {
      // A failed reading gathers its problems, which takes longer than all the rest of a small scenario.
      if (!isTrace(one)) return [];
      const found = traceReference.safeParse(one);
      return found.success ? [{ reference: found.data, path: [...path, 'demand', i, 'file'] }] : [];
    }),
  );
}

function isTrace(demand: unknown): boolean {
  return typeof demand === 'object' && demand !== null && 'kind' in demand && demand.kind === 'trace';
}

function listAt(value: unknown, field: string): readonly unknown[] {
  const list = (value as Readonly<Record<string, unknown>> | null)?.[field];
  return Array.isArray(list) ? list : [];
}

/** The parts of a run that the demand of a trace depends on. */
interface TraceRun {
  readonly startMs: number;
  readonly horizonMs: number;
  readonly assumptions: typeof DEFAULT_ASSUMPTIONS;
  readonly zone: Zone;
  /** The capacity limits of the measured server follow from these facts. */
  readonly facts: FactSet;
  readonly exclude: readonly Exclusion[];
}

/** The demand of a trace, with the parts that were excluded. */
interface ExcludedTraceDemand extends TraceDemand {
  readonly excluded: readonly ExcludedPart[];
}

/** Returns the demand of a trace that a scenario names. It keeps its own times or begins with the scenario. */
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
    demand: withLoadOverrides(
      cut.map(({ demand }) => demand),
      reference,
    ),
    excluded: cut.flatMap(({ excluded }) => excluded),
    notes: [...named.notes, ...found.notes].map((note) => `${name}: ${note}`),
  };
}

/** Makes demand of a trace. A problem with the trace gets the place of the line that names it. */
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
