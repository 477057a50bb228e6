import type { Simulation } from '../engine/index.ts';
import { type Choices, groupsOf } from './candidates.ts';
import { type PlanQuestion, plan } from './plan.ts';
import type { Work } from './search.ts';
import { type Setting, sameSetting } from './setting.ts';

/** Of what was measured: samples so near to what there was that they say but "at least". */
export interface LowerBounds {
  readonly samples: number;
  /** Samples in which anything was wanted. */
  readonly busy: number;
  /** The most that there was to work with in them. */
  readonly capacityCu: number;
}

/** More of the busy samples than this, and nothing is known of sizes below what there was. */
export const MOST_CENSORED = 0.01;

/**
 * Without maxima below what there was, where too many samples show no more than that; where none that may be chosen is
 * as large, the largest of them.
 */
export function knownChoices(
  choices: Choices,
  simulation: Simulation,
  bounds: LowerBounds | null,
  present: Setting | null,
): Choices {
  if (bounds === null || bounds.samples <= MOST_CENSORED * bounds.busy) return choices;
  const most = present?.size.maxCu ?? bounds.capacityCu;
  const maxima = groupsOf(simulation, choices)
    .flatMap((group) => group.map(({ size }) => size.maxCu))
    .sort((one, other) => one - other);
  return { ...choices, leastMaximumCu: maxima.find((cu) => cu >= most) ?? maxima.at(-1) };
}

/** By how much demand may have been higher where samples are lower bounds. */
export const UPLIFTS = [1.5, 2] as const;

/** What would be chosen if it was. */
export interface UpliftedChoice {
  readonly by: number;
  /** null: nothing keeps all promises. */
  readonly setting: Setting | null;
  readonly costPerMonth: number | null;
  readonly isSame: boolean;
}

/** @param chosen what is chosen of the demand as it was seen; null: nothing */
export async function upliftedChoice(
  question: PlanQuestion,
  by: number,
  chosen: Setting | null,
  work: Work,
): Promise<UpliftedChoice | null> {
  const { choice, isWhole } = await plan({ ...question, isBrief: true }, work);
  if (!isWhole) return null;
  const setting = choice?.setting ?? null;
  return {
    by,
    setting,
    costPerMonth: choice?.outcome.costPerMonth ?? null,
    isSame: setting === null || chosen === null ? setting === chosen : sameSetting(setting, chosen),
  };
}
