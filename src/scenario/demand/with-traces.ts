import type { FactSet } from '../../facts/index.ts';
import { type Problem, ProblemError } from '../../problem/index.ts';
import type { Demand, Zone } from '../../workload/index.ts';
import { assumptionsOf } from '../schema/assumption-fields.ts';
import type { DemandFile } from '../schema/demand-schema.ts';
import type { ScenarioFile, WrittenScenario } from '../schema/scenario-schema.ts';
import type { Document } from '../text/document.ts';
import { type ExcludedPart, exclusionProblems, type PlacedExclusion } from './excluded-demand.ts';
import { type NamedTraces, traceDemand } from './trace-demand.ts';

/** Replaces the traces that a scenario names by their demand, with notes on what was assumed. */
export function withTraces(
  written: WrittenScenario,
  document: Document,
  { startMs, zone, facts, traces, exclude }: TraceSetting,
): {
  readonly file: ScenarioFile;
  readonly notes: readonly string[];
  readonly excluded: readonly ExcludedPart[];
} {
  const problems: Problem[] = [];
  const notes: string[] = [];
  const excluded: ExcludedPart[] = [];
  const run = {
    startMs,
    horizonMs: written.horizon,
    assumptions: assumptionsOf(written.assumptions ?? {}),
    zone,
    facts,
    exclude: exclude.map((one) => one.exclusion),
  };
  const demandOf = (list: readonly DemandFile[], path: readonly PropertyKey[]): readonly Demand[] =>
    list.flatMap((one, i) => {
      if (one.kind !== 'trace') return [one];
      try {
        const place = document.place([...path, 'demand', i, 'file']);
        const found = traceDemand(one, one.name, traces, run, place);
        notes.push(...found.notes);
        excluded.push(...found.excluded);
        return found.demand;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        problems.push(...error.problems);
        return [];
      }
    });
  const { demand, computes, ...rest } = written;
  const file = {
    ...rest,
    demand: demand === undefined ? undefined : demandOf(demand, []),
    computes: computes?.map((compute, i) => ({
      ...compute,
      demand: demandOf(compute.demand, ['computes', i]),
    })),
  };
  if (problems.length === 0) problems.push(...exclusionProblems(exclude, excluded, zone));
  if (problems.length > 0) throw new ProblemError(problems);
  return { file, notes, excluded };
}

interface TraceSetting {
  readonly startMs: number;
  readonly zone: Zone;
  readonly facts: FactSet;
  readonly traces: NamedTraces;
  readonly exclude: readonly PlacedExclusion[];
}
