import {
  BASELINE_NAMES,
  type BaselineName,
  type JudgedWindow,
  type MeanScores,
  meanScores,
  type ProfileName,
  type Scores,
  scoresOf,
  type WindowDays,
} from '../../planner/index.ts';
import type { Problem } from '../../problem/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { TitledDatabase } from '../portfolio/database-title.ts';

/** The answer of `tidemark backtest`. */
export interface BacktestAnswer {
  readonly of: number;
  /** In the order of the list. Incomplete if the backtest was interrupted. */
  readonly databases: readonly (BacktestedDatabase | UnreadDatabase)[];
  readonly days: WindowDays;
  readonly isWhole: boolean;
  readonly currency: string;
  readonly profile: ProfileName;
  readonly worthwhile: number;
  /** The share of additional demand at which configurations have to meet their objectives. */
  readonly headroom: number;
}

export interface BacktestedDatabase extends TitledDatabase {
  /** The facts about the simulation without its demand. */
  readonly simulation: Pick<Simulation, 'startMs' | 'zone' | 'seed' | 'facts' | 'plan'>;
  readonly notes: readonly string[];
  /** The number of windows. `windows` has fewer if the backtest was interrupted. */
  readonly of: number;
  readonly windows: readonly JudgedWindow[];
}

interface UnreadDatabase extends TitledDatabase {
  readonly problems: readonly Problem[];
}

export interface Backtest {
  readonly rows: readonly { readonly database: BacktestedDatabase; readonly scores: Scores }[];
  readonly unread: readonly UnreadDatabase[];
  readonly mean: MeanScores;
  readonly better: readonly BetterBaseline[];
}

/**
 * A baseline that does as well as tidemark or better, on average. Tidemark's own mean has to be above 0: nobody beats
 * 0.
 */
export interface BetterBaseline {
  readonly name: BaselineName;
  readonly in: 'regret' | 'broken objectives';
  readonly isEqual: boolean;
}

export function backtestOf({ databases }: BacktestAnswer): Backtest {
  const rows = databases
    .filter((one) => 'windows' in one)
    .map((database) => ({ database, scores: scoresOf(database.windows) }));
  const mean = meanScores(rows.map(({ scores }) => scores));
  return { rows, unread: databases.filter((one) => 'problems' in one), mean, better: betterOf(mean) };
}

function betterOf(mean: MeanScores): BetterBaseline[] {
  const { tidemark } = mean;
  return BASELINE_NAMES.flatMap((name): BetterBaseline[] => {
    const one = mean[name];
    const isNotBehind = (own: number | null, other: number | null) =>
      own !== null && own > 0 && other !== null && other <= own;
    return [
      ...(isNotBehind(tidemark.regret, one.regret)
        ? [{ name, in: 'regret' as const, isEqual: one.regret === tidemark.regret }]
        : []),
      ...(isNotBehind(tidemark.brokenObjectives, one.brokenObjectives)
        ? [
            {
              name,
              in: 'broken objectives' as const,
              isEqual: one.brokenObjectives === tidemark.brokenObjectives,
            },
          ]
        : []),
    ];
  });
}
