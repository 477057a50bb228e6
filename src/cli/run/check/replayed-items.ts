import { type MonthlyCost, monthlyCosts } from '../../../check/index.ts';
import { type Setting, withSetting } from '../../../planner/index.ts';
import { type Problem, ProblemError, problem } from '../../../problem/index.ts';
import type { BillOfMany, ReplayedDatabase, UnreplayedDatabase } from '../../../report/index.ts';
import type { Bill } from '../../../scenario/index.ts';
import { Interrupted } from '../../interruption.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { refuseMany, refuseUnmeasured } from '../plan/one-compute.ts';
import { inForceNow, presentOf } from '../plan/plan-options.ts';
import type { PortfolioItem } from '../plan/portfolio-items.ts';
import { toldAt } from '../told-at.ts';
import type { ActualOptions } from './actual-file.ts';
import { readActual } from './actual-file.ts';

/** The bill that a list is held against; null: nobody gave one. */
export async function billOfMany(
  options: ActualOptions & TraceOptions,
  terminal: Terminal,
): Promise<{ readonly name: string; readonly bill: Bill } | null> {
  const { project, ...asked } = options;
  const told = await readActual(asked, terminal);
  if (told === null && project !== undefined)
    throw problem(
      { field: '--project' },
      'this flag says which databases a bill is for',
      'give the bill too, such as --bill 2026-03=420.00, or leave it out',
    );
  if (told === null) return null;
  const { name, bill } = told;
  if (bill !== null && told.metered === null) return { name, bill };
  throw problem(
    { file: name },
    'it is no bill, and many databases are held against a bill',
    'give a bill, or name one database, such as LIST.yaml#orders',
  );
}

/** The databases that a bill is for: of the project that --project or the bill names; without one all of them. */
export function itemsOfBill(
  items: readonly PortfolioItem[],
  asked: string | undefined,
  { bill }: { readonly bill: Bill },
): readonly PortfolioItem[] {
  const project = asked ?? bill.project;
  if (project === null) return items;
  const own = items.filter((item) => item.project === project);
  if (asked === undefined && own.length === 0) return items;
  if (own.length > 0) return own;
  const known = [...new Set(items.flatMap((item) => item.project ?? []))];
  throw problem(
    { field: '--project' },
    `no database is of ${project}`,
    known.length === 0 ? 'write the project of each into the list' : `name ${known.join(' or ')}`,
  );
}

/** A bill beside the replays of all that it is for, each under its current setting. */
export async function heldAgainstBill(
  items: readonly PortfolioItem[],
  { name, bill }: { readonly name: string; readonly bill: Bill },
  currency: string,
  terminal: Terminal,
): Promise<BillOfMany> {
  if (bill.currency !== null && bill.currency !== currency)
    throw problem(
      name.startsWith('--') ? { field: name } : { file: name },
      `the bill is in ${bill.currency}, and prices are in ${currency}`,
      `give --prices in ${bill.currency}, or the bill in ${currency}`,
    );
  const interruption = terminal.onInterrupt();
  const status = terminal.status();
  const replayed: ReplayedDatabase[] = [];
  const left: UnreplayedDatabase[] = [];
  try {
    for (const [i, item] of items.entries()) {
      await interruption.look();
      if (interruption.asked) throw new Interrupted('there is no answer');
      const one = await replayedItem(item, bill.months);
      if ('problems' in one) left.push(one);
      else replayed.push(one);
      status.show(`replayed ${i + 1} of ${items.length}`);
    }
  } finally {
    status.done();
    interruption.end();
  }
  return { name, currency, months: bill.months, replayed, left };
}

async function replayedItem(
  { name, project, file, options, currentAt, load }: PortfolioItem,
  months: Bill['months'],
): Promise<ReplayedDatabase | UnreplayedDatabase> {
  try {
    const { read } = await load();
    const asItIs = await read({});
    refuseMany(asItIs.simulation, file, 'a check');
    refuseUnmeasured(asItIs.simulation, file);
    const setting = presentIn(
      toldAt(currentAt, () => presentOf(asItIs, options)),
      file,
    );
    const { simulation } = await read(inForceNow(setting));
    const costs: readonly (MonthlyCost | null)[] = monthlyCosts(withSetting(simulation, setting), months);
    if (costs.every((one) => one === null))
      throw problem({ file }, 'it has no day of a billed month', 'give a trace of that time');
    return { name, project, file, setting, costs };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { name, project, file, problems: error.problems as readonly Problem[] };
  }
}

function presentIn(setting: Setting | null, file: string): Setting {
  if (setting !== null) return setting;
  throw problem(
    { file },
    'nobody has said what is set',
    'write its current setting into the list, such as current: "0.25-2, 5m"',
  );
}
