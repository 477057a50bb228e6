import type { Configuration } from '../../planner/index.ts';
import { titleOf } from '../portfolio/database-title.ts';
import type { PortfolioRow } from '../portfolio/rows/portfolio-row.ts';
import { type ApplyFields, applyFields } from './apply-request.ts';

/** The recommended change of one database of a portfolio. */
export interface PortfolioChange {
  readonly title: string;
  readonly current: Configuration | null;
  readonly recommendation: Configuration;
  readonly change: ApplyFields;
  /** The request that undoes the change. Null if the current configuration is unknown. */
  readonly back: ApplyFields | null;
  /** In millionths a month. Null if the current configuration is unknown. */
  readonly saving: number | null;
  /**
   * Whether the management API would refuse the change, because the plan of the service does not allow changes of size.
   */
  readonly isRefused: boolean;
}

/** Null if there is nothing to change. */
export function portfolioChange(row: PortfolioRow): PortfolioChange | null {
  const { current, recommendation } = row.details();
  if (recommendation === null) return null;
  const [from, to] = [current?.configuration ?? null, recommendation.configuration];
  const changes = {
    size: from === null || from.size.minCu !== to.size.minCu || from.size.maxCu !== to.size.maxCu,
    timeout: from === null || from.suspendAfterMs !== to.suspendAfterMs,
    route: false,
  };
  const change = applyFields(to, changes);
  if (change === null) return null;
  return {
    title: titleOf(row),
    current: from,
    recommendation: to,
    change,
    back: from === null ? null : applyFields(from, changes),
    saving: row.saving,
    isRefused: changes.size && !row.mayChangeSize,
  };
}
