import { HOUR_MS } from '../../facts/index.ts';
import type { Judged } from '../../planner/index.ts';
import { length, numberWords, percent } from '../words/format.ts';
import type { PortfolioRow, RowDetails } from './rows/portfolio-row.ts';
import { isNeverUsed } from './rows/reasons.ts';

/** A recommended change that saves money, and the main reason for it. */
export interface LargeSaving {
  readonly row: PortfolioRow;
  readonly saving: number;
  readonly reason: string;
}

/** The largest first. */
export function largestSavings(rows: readonly PortfolioRow[]): LargeSaving[] {
  const found: LargeSaving[] = [];
  for (const row of rows) {
    if (found.length === MOST) break;
    const reason = savingReason(row);
    if (reason !== null) found.push({ row, saving: row.saving ?? 0, reason });
  }
  return found;
}

const MOST = 10;

/** Says why the recommendation costs less than the current configuration. Null if it does not. */
export function savingReason(row: PortfolioRow, details?: RowDetails): string | null {
  const { verdict, saving, horizonMs } = row;
  if (verdict !== 'change' || saving === null || saving <= 0) return null;
  const { current, recommendation } = details ?? row.details();
  if (current === null || recommendation === null) return null;
  if (isNeverUsed(recommendation, horizonMs)) return `no activity in ${length(horizonMs)}`;
  const [now, then] = [usageOf(current, horizonMs), usageOf(recommendation, horizonMs)];
  const bySleep = now.meanCu * (now.awakeShare - then.awakeShare);
  const bySize = (now.meanCu - then.meanCu) * then.awakeShare;
  if (bySleep <= bySize)
    return `${cuWords(then.meanCu)} CU on average while awake, ${cuWords(now.meanCu)} CU today`;
  const today = now.awakeShare > ALWAYS ? 'always on today' : `${share(1 - now.awakeShare)} today`;
  return `asleep ${share(1 - then.awakeShare)} of the time, ${today}`;
}

const ALWAYS = 0.995;

function usageOf({ outcome: { awakeShare, cuHours } }: Judged, horizonMs: number) {
  const awakeMs = awakeShare * horizonMs;
  return { awakeShare, meanCu: awakeMs === 0 ? 0 : (cuHours * HOUR_MS) / awakeMs };
}

function share(value: number): string {
  return percent(Math.round(value * 100) / 100);
}

/** Two digits are enough to compare. */
function cuWords(cu: number): string {
  return numberWords(Number(cu.toPrecision(2)));
}
