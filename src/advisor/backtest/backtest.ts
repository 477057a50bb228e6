import type { ProfileName, WindowDays } from '../../planner/index.ts';
import { type BacktestAnswer, backtestDocument, backtestPage } from '../../report/index.ts';
import type { Asking } from '../asking.ts';
import type { NamedDatabase } from '../database.ts';
import { type BacktestQuestion, windowsOfDatabases } from './windows.ts';

interface BacktestRequest extends BacktestQuestion {
  readonly profile: ProfileName;
  readonly days: WindowDays;
  readonly currency: string;
}

/** Plans windows of the past, and judges each recommendation on the days after its window. */
export async function backtest(
  databases: readonly NamedDatabase[],
  { profile, days, currency, ...question }: BacktestRequest,
  asking: Asking,
) {
  const tried = await windowsOfDatabases(databases, question, days, asking);
  const answer: BacktestAnswer = {
    of: databases.length,
    databases: tried,
    days,
    isWhole:
      tried.length === databases.length &&
      tried.every((one) => 'problems' in one || one.windows.length === one.of),
    currency,
    profile,
    worthwhile: question.worthwhile,
    headroom: question.objectives.headroom ?? 0,
  };
  return { document: { ...backtestDocument(answer), page: backtestPage(answer) }, answer };
}
