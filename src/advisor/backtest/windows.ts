import {
  inTurn,
  type TriedWindow,
  type TurnsQuestion,
  type WindowDays,
  type WindowQuestion,
} from '../../planner/index.ts';
import type { BacktestAnswer } from '../../report/index.ts';
import type { Asking } from '../asking.ts';
import type { NamedDatabase } from '../database.ts';
import { transferable } from '../threads/transfer.ts';
import { workersFor } from '../threads/workers.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { type WindowJob, windowJob } from './window-job.ts';

/** The part of the question that is the same for each database. */
export type BacktestQuestion = Omit<WindowQuestion, 'simulation'> & Pick<TurnsQuestion, 'worthwhile'>;

type Backtested = BacktestAnswer['databases'][number];

/**
 * Tries as many windows at once as there are processors. Databases are read in order, each only when a worker needs it.
 */
export async function windowsOfDatabases(
  databases: readonly NamedDatabase[],
  question: BacktestQuestion,
  days: WindowDays,
  asking: Asking,
): Promise<readonly Backtested[]> {
  const { signal, progress } = asking;
  const workers = await workersFor('window', windowJob, asking);
  const found: (OpenDatabase | Backtested)[] = [];
  const jobs = jobsOf(databases, question, days, found, signal);
  try {
    await Promise.all(
      workers.each.map(async (worker) => {
        while (!signal.aborted) {
          const { value: one, done } = await jobs.next();
          if (done === true) return;
          await one.keep(await worker(one.job));
          progress('backtesting', shareDone(found, databases.length), 1);
        }
      }),
    );
  } finally {
    await workers.close();
  }
  return Promise.all(found.map((one) => ('tried' in one ? backtested(one, question) : one)));
}

interface QueuedWindow {
  readonly job: WindowJob;
  readonly keep: (tried: TriedWindow | null) => Promise<void>;
}

/** A generator serves requests one after another, so workers that ask while a database is being read wait for it. */
async function* jobsOf(
  databases: readonly NamedDatabase[],
  question: BacktestQuestion,
  days: WindowDays,
  found: (OpenDatabase | Backtested)[],
  signal: AbortSignal,
): AsyncGenerator<QueuedWindow, undefined> {
  const { objectives } = question;
  for (const database of databases) {
    const one = await openDatabase(database, question.choices, days, signal);
    if (one === null) return;
    const place = found.push(one) - 1;
    if ('problems' in one) continue;
    const { choices } = one;
    const simulation = transferable(one.simulation);
    for (const [at, window] of one.windows.entries()) {
      const keep = async (tried: TriedWindow | null) => {
        one.tried[at] = tried;
        // Keeps only the answer of a finished database: traces may be large and many.
        if (isDone(one)) found[place] = await backtested(one, question);
      };
      yield { job: { simulation, window, objectives, choices }, keep };
    }
  }
}

/**
 * The current configuration of a window follows from the window before it, so windows after a stopped one are left out.
 */
async function backtested(
  { tried, windows, ...one }: OpenDatabase,
  { objectives, worthwhile }: BacktestQuestion,
): Promise<Backtested> {
  const whole: TriedWindow[] = [];
  for (const window of tried) {
    if (window === null || window === undefined) break;
    whole.push(window);
  }
  const { name, project, file, simulation, notes, current } = one;
  const { startMs, zone, seed, facts, plan } = simulation;
  return {
    name,
    project,
    file,
    simulation: { startMs, zone, seed, facts, plan },
    notes,
    of: windows.length,
    windows: await inTurn({ simulation, objectives, current, worthwhile }, whole),
  };
}

function isDone({ tried, windows }: OpenDatabase): boolean {
  return windows.every((_, at) => tried[at] !== undefined);
}

/** A database that has not been read counts as one with no window done. */
function shareDone(found: readonly (OpenDatabase | Backtested)[], of: number): number {
  const done = found.map((one) =>
    'tried' in one ? one.tried.filter((window) => window !== undefined).length / one.windows.length : 1,
  );
  return done.reduce((sum, share) => sum + share, 0) / of;
}
