import type { Uncertainty } from '../../planner/index.ts';
import { daysWords } from '../plan/confidence.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { percent } from '../words/format.ts';
import { brokenWords, underSuffix } from '../words/objective-words.ts';
import { titleOf } from './database-title.ts';
import { roundMoney } from './round-money.ts';
import type { PortfolioRow, RiskReason, RowDetails } from './rows/portfolio-row.ts';

/** A database that needs attention, and why. */
interface AtRisk {
  readonly row: PortfolioRow;
  readonly why: RiskReason;
}

/**
 * Databases with an objective that is broken today first, then those that may break one. Both are in the order of the
 * rows.
 */
export function atRisk(rows: readonly PortfolioRow[]): AtRisk[] {
  return ORDER.flatMap((why) => rows.filter(({ risk }) => risk === why).map((row) => ({ row, why })));
}

const ORDER: readonly RiskReason[] = ['none', 'broken', 'months', 'short'];

/** `shop/orders: today it breaks throttled 10.8%, above 2% (and 2 more); 0.25 to 3 CU keeps all, for $12.20 more`. */
export function riskWords({ row, why }: AtRisk, currency: string): string {
  return `${titleOf(row)}: ${WORDS[why]({ ...row.details(), saving: row.saving }, currency)}`;
}

interface RiskDetails extends RowDetails, Pick<PortfolioRow, 'saving'> {}

const WORDS: Readonly<Record<RiskReason, (row: RiskDetails, currency: string) => string>> = {
  none: (row, currency) => {
    const today = brokenToday(row, currency);
    return `no configuration meets all objectives${today === null ? '' : `; ${today}`}.`;
  },
  broken: (row, currency) => `${brokenToday(row, currency)}; ${fixWords(row, currency)}.`,
  months: ({ uncertainty }) => {
    const { risk, feasible, breaking } = uncertainty as Uncertainty;
    const [worst] = [...breaking].sort((one, other) => other.share - one.share);
    const which = worst === undefined ? 'an objective' : worst.objective;
    return `the recommendation breaks ${which} in ${percent(1 - (feasible ?? 0))} of months (risk ${risk}); plan this database alone to find a safer one.`;
  },
  short: ({ uncertainty, saving }, currency) => {
    const { days, daysNeeded } = uncertainty as Uncertainty;
    const reason =
      saving === null || saving <= 0
        ? ''
        : `; a saving of ${roundMoney(saving, currency)} a month rests on them`;
    return `the trace covers ${daysWords(days)} of the ${daysNeeded} days that a forecast needs${reason}.`;
  },
};

function brokenToday({ current }: RowDetails, currency: string): string | null {
  const [first, ...more] = current?.broken ?? [];
  if (first === undefined) return null;
  const what = `${brokenWords(first, currency)}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
  return first.under === undefined
    ? `the current configuration breaks ${what}`
    : `the current configuration would break ${what}${underSuffix([first], currency)}`;
}

function fixWords({ recommendation, saving }: RiskDetails, currency: string): string {
  const setting = recommendation === null ? '' : configurationWords(recommendation.configuration);
  const cost =
    saving === null || saving === 0
      ? 'for the same money'
      : `for ${roundMoney(Math.abs(saving), currency)} ${saving > 0 ? 'less' : 'more'}`;
  return `${setting} meets all objectives, ${cost}`;
}
