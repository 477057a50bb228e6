import { byChooser, type Score, type Scores } from './scores.ts';
import type { Chooser } from './windows-in-turn.ts';

/** Of several databases, each of which counts the same, however dear it is and however many windows it has. */
export interface MeanScore {
  /** Databases that have windows, and those of which there is regret. */
  readonly databases: number;
  readonly databasesWithRegret: number;
  /** null: of none there is any. */
  readonly regret: number | null;
  readonly regretPerMonth: number | null;
  /** Share of the windows in which an objective is broken, and objectives broken in a window. */
  readonly brokenWindows: number;
  readonly brokenObjectives: number;
  /** Share of the windows after the first in which the recommendation is another one; null: no database has two. */
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
