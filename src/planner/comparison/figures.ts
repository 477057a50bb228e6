import {
  OBJECTIVES,
  type ObjectiveKind,
  type ObjectiveName,
  type ObjectiveUnit,
} from '../objectives/objectives.ts';
import type { Outcome } from '../objectives/outcome.ts';

/** A figure by which two outcomes can be compared. */
interface FigureKind {
  readonly what: string;
  readonly unit: ObjectiveUnit;
  /** Null if neither direction is better. */
  readonly better: 'less' | 'more' | null;
  readonly of: (outcome: Outcome) => number | null;
}

export type FigureName = 'cost' | 'cu-hours' | 'awake' | Exclude<ObjectiveName, 'budget' | 'headroom'>;

const { budget, headroom: _, ...others } = OBJECTIVES;

/** First the figures of cost and time awake, then those of the objectives. */
export const FIGURES: Readonly<Record<FigureName, FigureKind>> = {
  cost: asFigure(budget),
  'cu-hours': { what: 'CU-hours metered', unit: 'count', better: 'less', of: ({ cuHours }) => cuHours },
  awake: { what: 'share of the time awake', unit: 'share', better: null, of: ({ awakeShare }) => awakeShare },
  ...(Object.fromEntries(Object.entries(others).map(([name, kind]) => [name, asFigure(kind)])) as Readonly<
    Record<keyof typeof others, FigureKind>
  >),
};

export const FIGURE_NAMES = Object.keys(FIGURES) as FigureName[];

function asFigure({ what, unit, least, of }: ObjectiveKind): FigureKind {
  return { what, unit, better: least ? 'more' : 'less', of };
}
