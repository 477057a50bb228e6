import type { Plan } from '../../library/tidemark.ts';
import { durationText } from '../../scenario/index.ts';

/** A configuration on the picture of cost against delay. */
export interface PlannedPoint {
  readonly text: string;
  readonly costPerMonth: number;
  readonly delayP99Ms: number;
  readonly wakesPerDay: number;
  readonly throttledShare: number;
  /** The objectives that it breaks. */
  readonly broken: readonly string[];
}

/** The part of a plan that the lab shows. */
export interface PlanPicture {
  /** The first words of the answer. */
  readonly answer: string;
  readonly reasons: string;
  readonly recommendation: PlannedPoint | null;
  /** The values of controls that set the recommendation. Null without one. */
  readonly change: Readonly<Record<string, string>> | null;
  readonly frontier: readonly PlannedPoint[];
}

export function planPicture(plan: Plan): PlanPicture {
  const { recommendation, frontier, page } = plan;
  const heading = page.find(({ kind }) => kind === 'heading');
  return {
    answer: heading !== undefined && 'text' in heading ? heading.text : '',
    reasons: heading !== undefined && 'under' in heading ? (heading.under ?? '') : '',
    recommendation: recommendation && pointOf(recommendation),
    change: recommendation && changeOf(recommendation.configuration),
    frontier: frontier.map(pointOf),
  };
}

type Found = Plan['frontier'][number];

function pointOf({ configuration, outcome, broken }: Found): PlannedPoint {
  const { costPerMonth, delayP99Ms, wakesPerDay, throttledShare } = outcome;
  return {
    text: configuration.text,
    costPerMonth,
    delayP99Ms,
    wakesPerDay,
    throttledShare,
    broken: broken.map(({ objective }) => objective),
  };
}

function changeOf({ size, suspendAfterMs, route }: Found['configuration']): Record<string, string> {
  return {
    min: String(size.minCu),
    max: String(size.maxCu),
    suspendAfter: suspendAfterMs === null ? 'off' : durationText(suspendAfterMs),
    ...(route === 'mixed' ? {} : { pooler: String(route === 'pooler') }),
  };
}
