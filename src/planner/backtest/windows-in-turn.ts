import type { Simulation } from '../../engine/index.ts';
import { BASELINE_NAMES } from '../plan/baselines.ts';
import { verdictOf } from '../plan/verdict.ts';
import { type Judged, judged } from '../promises/judged.ts';
import type { Promises } from '../promises/promises.ts';
import { Robustness } from '../robust/robustness.ts';
import { evaluate } from '../search/evaluate.ts';
import { workHere } from '../search/trial.ts';
import { type Setting, sameSetting } from '../settings/setting.ts';
import type { TriedWindow, WindowQuestion } from './tried-window.ts';
import { type PastWindow, partOf } from './windows.ts';

/** Who chooses: tidemark, and what people do without a planner. */
export const CHOOSERS = ['tidemark', ...BASELINE_NAMES] as const;
export type Chooser = (typeof CHOOSERS)[number];

/** What each chose by the first part of a window, with what it came to in the second. */
export interface JudgedWindow extends PastWindow {
  readonly best: Judged | null;
  readonly choices: Readonly<Record<Chooser, Judged>>;
}

export interface TurnsQuestion extends Omit<WindowQuestion, 'choices'> {
  /** What is set at first; null: nothing is. */
  readonly present: Setting | null;
  readonly worthwhile: number;
}

/**
 * Windows one after the other, as they come to somebody who plans again each time: what was chosen in the window before
 * is what is set, and stays where it keeps its promises and nothing else saves enough.
 */
export async function inTurn(
  question: TurnsQuestion,
  windows: readonly TriedWindow[],
): Promise<JudgedWindow[]> {
  let present = question.present;
  const judgements: JudgedWindow[] = [];
  for (const { cheapest, nearest, then, baselines, ...window } of windows) {
    const own = await choiceIn(question, present, { cheapest, nearest, ...window });
    present = own;
    const tidemark = sameSetting(own, then.setting)
      ? then
      : judgedOn(partOf(question.simulation, window.judgedFromMs, window.untilMs), own, question.promises);
    const others = baselines.map(({ name, ...one }) => [name, one] as const);
    const choices = Object.fromEntries([['tidemark', tidemark], ...others]);
    judgements.push({ ...window, choices: choices as JudgedWindow['choices'] });
  }
  return judgements;
}

async function choiceIn(
  question: TurnsQuestion,
  present: Setting | null,
  { cheapest, nearest, fromMs, judgedFromMs }: Pick<TriedWindow, 'cheapest' | 'nearest'> & PastWindow,
): Promise<Setting> {
  const found = (cheapest ?? nearest) as Judged;
  if (present === null || sameSetting(present, found.setting)) return found.setting;
  const seen = partOf(question.simulation, fromMs, judgedFromMs);
  const { promises } = question;
  const robust = new Robustness({ simulation: seen, promises }, workHere(seen));
  const nominal = { setting: present, outcome: evaluate(seen, present), isRun: true };
  const [asked] = (await robust.judged([nominal])) as [Judged];
  const { choice } = verdictOf(question.worthwhile, cheapest, asked);
  // Where nothing keeps all promises a plan recommends nothing, and what is set stays.
  return (choice ?? asked).setting;
}

function judgedOn(part: Simulation, setting: Setting, promises: Promises): Judged {
  return judged({ setting, outcome: evaluate(part, setting), isRun: true }, promises);
}
