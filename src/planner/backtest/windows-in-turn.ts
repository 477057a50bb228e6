import type { Simulation } from '../../simulator/index.ts';
import { type Configuration, sameConfiguration } from '../configurations/configuration.ts';
import { type Judged, judged } from '../objectives/judged.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { BASELINE_NAMES } from '../plan/baselines.ts';
import { verdictOf } from '../plan/verdict.ts';
import { Robustness } from '../robust/robustness.ts';
import { evaluate } from '../search/evaluate.ts';
import { workHere } from '../search/trial.ts';
import type { TriedWindow, WindowQuestion } from './tried-window.ts';
import { type PastWindow, partOf } from './windows.ts';

/** tidemark, and the ways in which people choose without a planner. */
export const CHOOSERS = ['tidemark', ...BASELINE_NAMES] as const;
export type Chooser = (typeof CHOOSERS)[number];

/** The choice of each chooser from the first part of a window, judged on the second. */
export interface JudgedWindow extends PastWindow {
  readonly best: Judged | null;
  readonly choices: Readonly<Record<Chooser, Judged>>;
}

export interface TurnsQuestion extends Omit<WindowQuestion, 'choices'> {
  /** The current configuration at first; null if there is none. */
  readonly current: Configuration | null;
  readonly worthwhile: number;
}

/**
 * Judges windows one after the other, as for somebody who plans again each time. The choice of one window is
 * the current configuration of the next. It stays if it meets its objectives and no other saves enough.
 */
export async function inTurn(
  question: TurnsQuestion,
  windows: readonly TriedWindow[],
): Promise<JudgedWindow[]> {
  let current = question.current;
  const judgements: JudgedWindow[] = [];
  for (const { cheapest, nearest, then, baselines, ...window } of windows) {
    const own = await choiceIn(question, current, { cheapest, nearest, ...window });
    current = own;
    const tidemark = sameConfiguration(own, then.configuration)
      ? then
      : judgedOn(partOf(question.simulation, window.judgedFromMs, window.untilMs), own, question.objectives);
    const others = baselines.map(({ name, ...one }) => [name, one] as const);
    const choices = Object.fromEntries([['tidemark', tidemark], ...others]);
    judgements.push({ ...window, choices: choices as JudgedWindow['choices'] });
  }
  return judgements;
}

async function choiceIn(
  question: TurnsQuestion,
  current: Configuration | null,
  { cheapest, nearest, fromMs, judgedFromMs }: Pick<TriedWindow, 'cheapest' | 'nearest'> & PastWindow,
): Promise<Configuration> {
  const found = (cheapest ?? nearest) as Judged;
  if (current === null || sameConfiguration(current, found.configuration)) return found.configuration;
  const seen = partOf(question.simulation, fromMs, judgedFromMs);
  const { objectives } = question;
  const robust = new Robustness({ simulation: seen, objectives }, workHere(seen));
  const nominal = { configuration: current, outcome: evaluate(seen, current), isRun: true };
  const [asked] = (await robust.judged([nominal])) as [Judged];
  const { recommendation } = verdictOf(question.worthwhile, cheapest, asked);
  // If no configuration meets all objectives, a plan recommends nothing, and the current configuration stays.
  return (recommendation ?? asked).configuration;
}

function judgedOn(part: Simulation, configuration: Configuration, objectives: Objectives): Judged {
  return judged({ configuration, outcome: evaluate(part, configuration), isRun: true }, objectives);
}
