import { byChooser, type Score, type Scores } from './scores.ts';
import type { Chooser } from './windows-in-turn.ts';

/**
 * The mean over several databases. Each counts the same, whatever it costs and however many windows it has.
 */
export interface MeanScore {
  /** Databases that have windows, and those with a known regret. */
  readonly databases: number;
  readonly databasesWithRegret: number;
  /** Null if no database has a known regret. */
  readonly regret: number | null;
  readonly regretPerMonth: number | null;
  /** The share of windows that break an objective, and the objectives broken in a window. */
  readonly brokenWindows: number;
  readonly brokenObjectives: number;
  /**
   * The share of windows after the first in which the recommendation changes; null if no database has two
   * windows.
   */
  readonly changes: number | null;
}

export type MeanScores = Readonly<Record<Chooser, MeanScore>>;

export function meanScores(scores: readonly Scores[]): MeanScores {
  return byChooser((chooser) => meanOf(scores.map((one) => one[chooser])));
}

function meanOf(all: readonly Score[]): MeanScore {
  const scores = all.filter(({ windows }) => windows > 0);
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const again = scores.filter(({ windows }) => windows > 1);
  return {
    databases: scores.length,
    databasesWithRegret: known(scores.map(({ regret }) => regret)).length,
    regret: mean(known(scores.map(({ regret }) => regret))),
    regretPerMonth: mean(known(scores.map(({ regretPerMonth }) => regretPerMonth))),
    brokenWindows: mean(scores.map(({ brokenWindows, windows }) => brokenWindows / windows)) ?? 0,
    brokenObjectives: mean(scores.map(({ brokenObjectives, windows }) => brokenObjectives / windows)) ?? 0,
    changes: mean(again.map(({ changes, windows }) => changes / (windows - 1))),
  };
}
