import type { GrowthAhead } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';

/** Parses growth such as `20%/month`, and a horizon such as `6m`. Null if neither was given. */
export function growthOf(growth: string | undefined, horizon: string | undefined): GrowthAhead | null {
  if (growth === undefined) {
    if (horizon === undefined) return null;
    throw problem(
      { field: '‹horizon›' },
      'there is no growth',
      'state it with ‹growth›, such as 20%/month, or leave it out',
    );
  }
  const growthAhead = { perMonth: perMonthOf(growth), months: monthsOf(horizon ?? USUAL_HORIZON) };
  const factor = (1 + growthAhead.perMonth) ** growthAhead.months;
  if (factor > MOST || factor < 1 / MOST)
    throw problem(
      { field: '‹growth›, ‹horizon›' },
      `demand would end at ${Number(factor.toPrecision(2))} times that of today`,
      `stay between a ${MOST}th of it and ${MOST} times it: name a shorter horizon or less growth`,
    );
  return growthAhead;
}

const USUAL_HORIZON = '6m';
const MOST = 1000;
const MOST_MONTHS = 60;

/** Months have 31 days, as in growth shapes and in quoted prices. */
const MONTHS_OF = { week: 7 / 31, month: 1, year: 12 } as const;
type Period = keyof typeof MONTHS_OF;

const GROWTH = /^([+-]?\d+(?:\.\d+)?)\s*%\s*(?:\/|a\s|per\s)\s*(week|month|year)$/i;

function perMonthOf(text: string): number {
  const [, amount, period] = GROWTH.exec(text.trim()) ?? [];
  const share = Number(amount) / 100;
  if (period === undefined || share < -0.99 || share > 10)
    throw problem(
      { field: '‹growth›' },
      `found "${text}"`,
      'write -99% to 1000% per week, month or year, such as 20%/month',
    );
  const months = MONTHS_OF[period.toLowerCase() as Period];
  return months === 1 ? share : (1 + share) ** (1 / months) - 1;
}

const HORIZON = /^(\d{1,4})\s*(w|weeks?|m|months?|y|years?)$/i;
const LETTERS: Readonly<Record<string, Period>> = { w: 'week', m: 'month', y: 'year' };

/** Rounds up to whole months. */
function monthsOf(text: string): number {
  const [, count, unit = ''] = HORIZON.exec(text.trim()) ?? [];
  const period = LETTERS[unit.charAt(0).toLowerCase()];
  const months = period === undefined ? 0 : Math.ceil(Number(count) * MONTHS_OF[period]);
  if (months >= 1 && months <= MOST_MONTHS) return months;
  throw problem(
    { field: '‹horizon›' },
    `found "${text}"`,
    'write weeks, months or years such as 26w, 6m or 1y, five years at most',
  );
}
