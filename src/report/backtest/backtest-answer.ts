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
import type { ListedDatabase } from '../portfolio/database-title.ts';

/** What `tidemark backtest` shows. */
export interface BacktestAnswer {
  readonly of: number;
  /** In their order; fewer than there are where it was interrupted. */
  readonly databases: readonly (BacktestedDatabase | UnreadDatabase)[];
  readonly days: WindowDays;
  readonly isWhole: boolean;
  readonly currency: string;
  readonly profile: ProfileName;
  readonly worthwhile: number;
  /** The share of more demand at which choices have to meet their objectives. */
  readonly headroom: number;
}

export interface BacktestedDatabase extends ListedDatabase {
  /** What there is to say of it beside its demand. */
  readonly simulation: Pick<Simulation, 'startMs' | 'zone' | 'seed' | 'facts' | 'plan'>;
  readonly notes: readonly string[];
  /** How many windows there are, and those that were judged. */
  readonly of: number;
  readonly windows: readonly JudgedWindow[];
}

interface UnreadDatabase extends ListedDatabase {
  readonly problems: readonly Problem[];
}

export interface Backtest {
  readonly rows: readonly { readonly database: BacktestedDatabase; readonly scores: Scores }[];
  readonly unread: readonly UnreadDatabase[];
  readonly mean: MeanScores;
  readonly better: readonly BetterBaseline[];
}

/** A baseline that is not behind on the mean. Who comes to nothing is behind nobody. */
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
