import { MICROS } from '../../facts/index.ts';
import { sameConfiguration } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import { CHOOSERS, type Chooser, type JudgedWindow } from './windows-in-turn.ts';

/** The results of one chooser over the windows of one database. */
export interface Score {
  readonly windows: number;
  /** Windows with a known regret. The means are over these, and null if there are none. */
  readonly windowsWithRegret: number;
  readonly costPerMonth: number | null;
  readonly bestPerMonth: number | null;
  readonly regretPerMonth: number | null;
  /** The regret as a share of the cost of the best. */
  readonly regret: number | null;
  /** Windows that break an objective, and the objectives broken in all of them. */
  readonly brokenWindows: number;
  readonly brokenObjectives: number;
  /** How often the recommendation differs from the one of the window before. */
  readonly changes: number;
}

export type Scores = Readonly<Record<Chooser, Score>>;

export function scoresOf(windows: readonly JudgedWindow[]): Scores {
  return byChooser((chooser) => scoreOf(windows, chooser));
}

export function byChooser<T>(of: (chooser: Chooser) => T): Readonly<Record<Chooser, T>> {
  return Object.fromEntries(CHOOSERS.map((chooser) => [chooser, of(chooser)])) as Record<Chooser, T>;
}

/**
 * How much more a recommendation costs than the best in hindsight, in millionths. Null if there is no best,
 * or if the recommendation costs less. A recommendation that costs less breaks an objective or could not have
 * been chosen, so its saving must not offset regret elsewhere.
 */
export function regretMicros(recommendation: Judged, best: Judged | null): number | null {
  if (best === null) return null;
  const more = micros(recommendation) - micros(best);
  return more < 0 ? null : more;
}

function scoreOf(windows: readonly JudgedWindow[], chooser: Chooser): Score {
  const choices = windows.map(({ choices: of, best }) => ({ recommendation: of[chooser], best }));
  const windowsWithRegret = choices.flatMap(({ recommendation, best }) => {
    const regret = regretMicros(recommendation, best);
    return best === null || regret === null ? [] : [{ recommendation, best, regret }];
  });
  const sum = (of: (one: (typeof windowsWithRegret)[number]) => number) =>
    windowsWithRegret.reduce((all, one) => all + of(one), 0);
  const mean = (total: number) =>
    windowsWithRegret.length === 0 ? null : Math.round(total / windowsWithRegret.length) / MICROS;
  const best = sum((one) => micros(one.best));
  const regret = sum((one) => one.regret);
  const broken = choices.map(({ recommendation }) => recommendation.broken.length);
  return {
    windows: windows.length,
    windowsWithRegret: windowsWithRegret.length,
    costPerMonth: mean(sum(({ recommendation }) => micros(recommendation))),
    bestPerMonth: mean(best),
    regretPerMonth: mean(regret),
    regret: best === 0 ? null : regret / best,
    brokenWindows: broken.filter((count) => count > 0).length,
    brokenObjectives: broken.reduce((all, count) => all + count, 0),
    changes: choices.filter(({ recommendation }, i) => {
      const before = choices[i - 1];
      return (
        before !== undefined &&
        !sameConfiguration(before.recommendation.configuration, recommendation.configuration)
      );
    }).length,
  };
}

function micros({ outcome }: Judged): number {
  return Math.round(outcome.costPerMonth * MICROS);
}
