import { type ComputeResult, Run, resultOf, type Simulation } from '../../simulator/index.ts';
import { daysOf } from '../confidence/days.ts';
import type { Sums } from '../confidence/sums.ts';
import { type Configuration, withConfiguration } from '../configurations/configuration.ts';
import type { Broken, Objectives } from '../objectives/objectives.ts';
import { type Conditions, simulationsUnder } from '../search/conditions.ts';
import { type BrokenMinutes, brokenMinutes } from '../timing/broken-minutes.ts';
import { withWhen } from '../timing/when-broken.ts';
import { usedByMinute } from './used-by-minute.ts';

/** A run for more than the outcome of a configuration, as plain data that can be sent to a thread. */
export type DetailRun =
  /** The sums of each whole day. */
  | { readonly kind: 'days'; readonly configuration: Configuration; readonly objectives: Objectives }
  /** Adds when each objective was broken. */
  | {
      readonly kind: 'when';
      readonly configuration: Configuration;
      readonly conditions: Conditions;
      readonly broken: readonly Broken[];
    }
  /** In how many minutes a configuration breaks the first objective of these. */
  | {
      readonly kind: 'broken minutes';
      readonly configuration: Configuration;
      readonly broken: readonly Broken[];
    }
  | { readonly kind: 'time series'; readonly configuration: Configuration }
  /** The vCPU that the demand uses in each minute on the largest size. */
  | { readonly kind: 'used by minute' };

export interface DetailResults {
  readonly days: readonly Sums[];
  readonly when: readonly Broken[];
  readonly 'broken minutes': BrokenMinutes | null;
  readonly 'time series': ComputeResult['timeSeries'] | null;
  readonly 'used by minute': Float64Array;
}

type DetailNamed<Kind extends DetailRun['kind']> = Extract<DetailRun, { readonly kind: Kind }>;

/** Returns null if it was stopped. */
export type DetailOf = <Kind extends DetailRun['kind']>(
  detail: DetailNamed<Kind>,
) => Promise<DetailResults[Kind] | null>;

/** Makes details of one simulation in this thread. */
export function detailHere(simulation: Simulation): DetailOf {
  const run = detailsOf(simulation);
  return async (detail) => run(detail);
}

/** The same, at once. */
export function detailsOf(
  simulation: Simulation,
): <Kind extends DetailRun['kind']>(detail: DetailNamed<Kind>) => DetailResults[Kind] {
  const under = simulationsUnder(simulation);
  const results: { [Kind in DetailRun['kind']]: (detail: DetailNamed<Kind>) => DetailResults[Kind] } = {
    days: ({ configuration, objectives }) => daysOf(simulation, configuration, objectives),
    when: ({ configuration, conditions, broken }) => withWhen(under(conditions), configuration, broken),
    'broken minutes': ({ configuration, broken }) => brokenMinutes(simulation, configuration, broken),
    'time series': ({ configuration }) => {
      const run = new Run(withConfiguration(simulation, configuration));
      run.advance(simulation.horizonMs);
      return resultOf(run).computes[0]?.timeSeries ?? null;
    },
    'used by minute': () => usedByMinute(simulation),
  };
  return <Kind extends DetailRun['kind']>(detail: DetailNamed<Kind>) => results[detail.kind as Kind](detail);
}
