import { type Asking, type PlannedJob, type Planners, untilAborted } from '../../advisor/index.ts';
import { keyOf, ownVersion } from '../../library/index.ts';
import { problem } from '../../problem/index.ts';
import { pause } from '../pause.ts';
import { persistently } from '../persistently.ts';
import { plannedIn } from '../results/result-text.ts';
import type { Results } from '../results/results.ts';
import { packedJob } from './packed-job.ts';
import type { PlanQueue } from './plan-queue.ts';

interface Fleet {
  readonly queue: PlanQueue;
  readonly results: Results;
  /** Tells the user what keeps the plans from being made. */
  readonly notice: (text: string) => void;
  /** The command that starts a worker. */
  readonly workerCommand: string;
}

/** Lets the workers of a queue plan. The store says what is done, because messages of the queue could be missed. */
export function queuePlanners({ queue, results, notice, workerCommand }: Fleet, asking: Asking): Planners {
  const { signal } = asking;
  const waiting = new Map<string, Waiting>();
  const ending = new AbortController();
  const wakeReaders: (() => void)[] = [];
  const settle = (key: string, how: (waiting: Waiting) => void) => {
    const one = waiting.get(key);
    waiting.delete(key);
    if (one !== undefined) how(one);
    for (const wake of wakeReaders.splice(0)) wake();
  };
  const stored = <Result>(work: () => Promise<Result>) =>
    persistently(work, signal, (reason) => notice(`the results cannot be used (${reason}); trying again`));
  // A server that is full or read-only answers, and refuses.
  const queued = <Result>(work: () => Promise<Result>) =>
    persistently(
      () => untilAborted(work(), signal),
      signal,
      (reason) => notice(`the queue cannot be used (${reason}); trying again`),
    );
  const known = async (key: string) => {
    const text = await stored(() => results.result(key));
    // A damaged result is replaced by a worker.
    const planned = text === null ? null : plannedIn(text, key);
    // Its worker may have died before it dropped the job, or a command may have kept the job again since. A job that
    // cannot be dropped only takes room.
    if (planned !== null) await results.dropJob(key).catch(() => {});
    return planned;
  };
  /** The job of a key that is not added yet may still be written, and would stay there if its result were taken now. */
  const added = () => [...waiting].flatMap(([key, { isAdded }]) => (isAdded ? [key] : []));
  const takeResults = async () => {
    for (const key of (await stored(() => results.present(added()))) ?? []) {
      const planned = await known(key);
      if (planned !== null) settle(key, ({ resolve }) => resolve(planned));
    }
  };
  const takeFailures = async () => {
    for (const [key, reason] of (await queued(() => queue.failed())) ?? [])
      settle(key, ({ reject }) => reject(failed(reason)));
  };
  /** A server that was restarted may have lost the jobs of its last second. */
  const addMissing = async () => {
    const missing = (await queued(() => queue.missing(added()))) ?? [];
    // A job that is done is missing too, and its result is there.
    await takeResults();
    for (const key of missing) if (waiting.has(key)) await queued(() => queue.add(key));
  };
  const follow = async () => {
    for (let look = 1; !ending.signal.aborted; look++) {
      await pause(LOOK_MS, ending.signal);
      if (waiting.size === 0) continue;
      await takeResults();
      await takeFailures();
      if (look % LOOKS_FOR_MISSING === 0) await addMissing();
      if (look % LOOKS_FOR_WORKERS === FIRST_LOOK_FOR_WORKERS)
        await queued(() => lookForWorkers(queue, workerCommand, notice));
    }
  };
  const following = follow();
  signal.addEventListener('abort', () => {
    ending.abort();
    if (waiting.size > 0)
      notice(`plans left in the queue: ${waiting.size}; the same command waits for them again`);
    for (const key of [...waiting.keys()]) settle(key, ({ resolve }) => resolve(null));
  });
  const room = async () => {
    while (waiting.size >= MOST_WAITING && !signal.aborted)
      await new Promise<void>((resolve) => {
        wakeReaders.push(resolve);
      });
  };
  return {
    readers: READERS,
    keyOf,
    async begin(key, job) {
      const before = await known(key);
      if (before !== null) return { isKnown: true, planned: Promise.resolve(before) };
      // Databases whose jobs are equal share one, also if they are read at the same time.
      const same = waiting.get(key);
      if (same !== undefined) return { isKnown: false, planned: same.planned };
      const one = newWaiting();
      if (signal.aborted) one.resolve(null);
      else waiting.set(key, one);
      await stored(() => results.keepJob(key, packedJob(job)));
      await queued(() => queue.add(key));
      one.isAdded = true;
      await room();
      return { isKnown: false, planned: one.planned };
    },
    async close() {
      ending.abort();
      await following;
      await queue.close();
    },
  };
}

/** A plan that databases wait for. */
interface Waiting {
  /** Whether its job is in the queue by now. */
  isAdded: boolean;
  readonly planned: Promise<PlannedJob | null>;
  resolve(planned: PlannedJob | null): void;
  reject(error: unknown): void;
}

function newWaiting(): Waiting {
  let resolve: Waiting['resolve'] = () => {};
  let reject: Waiting['reject'] = () => {};
  const planned = new Promise<PlannedJob | null>((onPlanned, onFailed) => {
    resolve = onPlanned;
    reject = onFailed;
  });
  return { isAdded: false, planned, resolve, reject };
}

function failed(reason: string) {
  return problem(
    {},
    `workers could not plan it: ${reason}`,
    'plan it alone to see whether it fails here too, and please report it',
  );
}

async function lookForWorkers(
  queue: PlanQueue,
  workerCommand: string,
  notice: (text: string) => void,
): Promise<void> {
  const { ofThisVersion, otherVersions } = await queue.workers();
  if (ofThisVersion > 0) return;
  const finding =
    otherVersions.length === 0
      ? 'no worker is there'
      : `the workers are of tidemark ${otherVersions.join(', ')}, and this is ${ownVersion()}`;
  notice(`${finding}: start some of this version with ${workerCommand}`);
}

/** Databases that are read at the same time. */
const READERS = 8;
/** More than the workers of a large fleet take at a time, so that none of them waits for this command. */
const MOST_WAITING = 4096;
const LOOK_MS = 250;
const LOOKS_FOR_MISSING = 20;
const LOOKS_FOR_WORKERS = 240;
const FIRST_LOOK_FOR_WORKERS = 8;
