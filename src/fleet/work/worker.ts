import { randomBytes } from 'node:crypto';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { untilAborted } from '../../advisor/index.ts';
import { localMachine, ownVersion } from '../../library/index.ts';
import { problem } from '../../problem/index.ts';
import { pause } from '../pause.ts';
import { persistently, reasonOf } from '../persistently.ts';
import { connectedTo } from '../queue/connection.ts';
import { queueName } from '../queue/plan-queue.ts';
import type { QueueAddress } from '../queue/queue-address.ts';
import { forgetWorker, HEARD_EVERY_MS, noteWorker, versionsAsked } from '../queue/worker-register.ts';
import { plannedIn } from '../results/result-text.ts';
import type { Results } from '../results/results.ts';
import { openPlanProcesses } from './plan-processes.ts';
import { WorkerCounts } from './worker-counts.ts';

interface WorkerSettings {
  /** How many plans are made at the same time, each in a process of its own. */
  readonly concurrency: number;
  /** A worker that was not heard of for this long counts as dead, and other workers take its jobs. */
  readonly deadAfterMs: number;
  /** How long plans may go on when the worker is stopped. Their jobs then go back to the queue. */
  readonly graceMs: number;
}

/** A worker that takes jobs from the queue until it is stopped. */
export interface PlanWorker {
  readonly counts: WorkerCounts;
  /** Takes no more jobs. Resolves once those that it has are done or back in the queue. */
  stop(): Promise<void>;
}

export async function startWorker(
  address: QueueAddress,
  results: Results,
  { concurrency, deadAfterMs, graceMs }: WorkerSettings,
  notice: (text: string) => void,
): Promise<PlanWorker> {
  const connection = await connectedTo(address, notice);
  const { redis } = connection;
  try {
    await refuseOtherVersion(redis, address);
  } catch (error) {
    connection.close();
    throw error;
  }
  const { Worker, WaitingError, UnrecoverableError } = await import('bullmq');
  const processes = await openPlanProcesses(concurrency);
  const counts = new WorkerCounts();
  const ending = new AbortController();
  const stored = <Result>(work: () => Promise<Result>) =>
    persistently(work, ending.signal, (reason) => {
      counts.storeTroubles++;
      notice(`the results cannot be used (${reason}); trying again`);
    });
  /** Null if the worker has to end first. */
  const plan = async (key: string): Promise<'planned' | 'known' | null> => {
    // A job is dropped after its result is there, so if the job is gone, the result is seen.
    const bytes = await stored(() => results.job(key));
    const before = await stored(() => results.result(key));
    const isKnown = before !== null && plannedIn(before, key) !== null;
    if (!isKnown) {
      if (ending.signal.aborted) return null;
      if (bytes === null)
        throw new UnrecoverableError(
          'the results have no such job: the command and the worker have to name the same --results',
        );
      const text = await processes.run({ key, bytes });
      await stored(() => results.keepResult(key, text));
    }
    await stored(() => results.dropJob(key));
    if (ending.signal.aborted) return null;
    return isKnown ? 'known' : 'planned';
  };
  const ended = new Promise<null>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve(null));
  });
  const handBack = async (job: Job, token?: string): Promise<never> => {
    await job.moveToWait(token);
    throw new WaitingError();
  };
  const process = async (job: Job, token?: string): Promise<void> => {
    // A read that was on its way when the worker ended may bring back the job that was just handed back.
    if (ending.signal.aborted) return handBack(job, token);
    const end = counts.begin();
    try {
      const planning = plan(job.id as string);
      // Nobody waits for it after the end.
      planning.catch(() => {});
      const how = await Promise.race([planning, ended]);
      end(how ?? 'handed back');
      if (how !== null) return;
    } catch (error) {
      end('failed');
      notice(`a plan failed: ${reasonOf(error)} (job ${job.id})`);
      throw error;
    }
    return handBack(job, token);
  };
  const worker = new Worker(queueName(), process, {
    connection: redis,
    prefix: address.prefix,
    // The job of one more is read while the others are planned.
    concurrency: concurrency + 1,
    lockDuration: deadAfterMs,
    stalledInterval: deadAfterMs / 2,
    maxStalledCount: MOST_DEATHS,
  });
  worker.on('error', () => {});
  const id = randomBytes(8).toString('hex');
  const hear = () => noteWorker(redis, address.prefix, id).catch(() => {});
  const hearing = (async () => {
    while (!ending.signal.aborted) {
      await hear();
      await pause(HEARD_EVERY_MS, ending.signal);
    }
  })();
  return {
    counts,
    async stop() {
      const setGrace = localMachine.alarm(() => ending.abort());
      setGrace(graceMs);
      // If the queue is away or goes away, nothing can be handed back: other workers take the jobs.
      const closing = connection.untilAway(worker.close(connection.isAway()));
      await untilAborted(closing, AbortSignal.timeout(graceMs + LONGEST_HAND_BACK_MS));
      setGrace(Number.POSITIVE_INFINITY);
      ending.abort();
      await processes.close();
      await connection.untilAway(hearing.then(() => forgetWorker(redis, address.prefix, id)));
      connection.close();
    },
  };
}

/** A worker of another version would wait beside its jobs for ever. */
async function refuseOtherVersion(redis: Redis, { prefix, shown }: QueueAddress): Promise<void> {
  const { Queue } = await import('bullmq');
  const waiting: string[] = [];
  for (const version of await versionsAsked(redis, prefix)) {
    const queue = new Queue(queueName(version), { connection: redis, prefix });
    if ((await queue.count()) > 0) waiting.push(version);
    await queue.close();
  }
  if (waiting.length === 0 || waiting.includes(ownVersion())) return;
  throw problem(
    { field: '--queue' },
    `the jobs at ${shown} wait for tidemark ${waiting.join(', ')}, and this is ${ownVersion()}`,
    'start a worker of that version, or give the queue jobs of this one first',
  );
}

/**
 * If a worker dies, its jobs are not to blame for it, unless that happens so often. A job that ends only its own process
 * fails after three tries.
 */
const MOST_DEATHS = 9;
const LONGEST_HAND_BACK_MS = 5_000;
