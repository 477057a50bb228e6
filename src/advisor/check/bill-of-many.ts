import { type MonthlyCost, monthlyCosts } from '../../check/index.ts';
import { type Configuration, withConfiguration } from '../../planner/index.ts';
import { type Place, ProblemError, problem } from '../../problem/index.ts';
import type { BillOfMany, ReplayedDatabase, UnreplayedDatabase } from '../../report/index.ts';
import type { Bill } from '../../scenario/index.ts';
import { type Asking, isAborted } from '../asking.ts';
import { underCurrent } from '../current.ts';
import type { NamedDatabase } from '../database.ts';

export interface NamedBill {
  /** The name to show in answers. */
  readonly name: string;
  readonly place: Place;
  readonly bill: Bill;
}

/** Compares a bill with replays of the databases that it covers, each under its current configuration. */
export async function heldAgainstBill(
  databases: readonly NamedDatabase[],
  { name, place, bill }: NamedBill,
  currency: string,
  asking: Asking,
): Promise<BillOfMany> {
  if (bill.currency !== null && bill.currency !== currency)
    throw problem(
      place,
      `the bill is in ${bill.currency}, and prices are in ${currency}`,
      `give prices in ${bill.currency}, or the bill in ${currency}`,
    );
  const replayed: ReplayedDatabase[] = [];
  const left: UnreplayedDatabase[] = [];
  for (const [i, database] of databases.entries()) {
    if (await isAborted(asking)) throw asking.signal.reason;
    const one = await replayedDatabase(database, bill.months);
    if ('problems' in one) left.push(one);
    else replayed.push(one);
    asking.progress('replaying', i + 1, databases.length);
  }
  return { name, currency, months: bill.months, replayed, left };
}

async function replayedDatabase(
  { name, project, file, current: written, load }: NamedDatabase,
  months: Bill['months'],
): Promise<ReplayedDatabase | UnreplayedDatabase> {
  try {
    const { current, scenario } = underCurrent(await load(), written, 'a check');
    const configuration = requiredConfiguration(current, file);
    const costs: readonly (MonthlyCost | null)[] = monthlyCosts(
      withConfiguration(scenario.simulation, configuration),
      months,
    );
    if (costs.every((one) => one === null))
      throw problem({ file }, 'it has no day of a billed month', 'give a trace of that time');
    return { name, project, file, configuration, costs };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { name, project, file, problems: error.problems };
  }
}

function requiredConfiguration(configuration: Configuration | null, file: string): Configuration {
  if (configuration !== null) return configuration;
  throw problem(
    { file },
    'its current configuration is unknown',
    'write its current configuration into the list, such as current: "0.25-2, 5m"',
  );
}
