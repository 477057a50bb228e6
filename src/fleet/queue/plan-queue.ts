import type { Queue } from 'bullmq';
import { ownVersion } from '../../library/index.ts';
import { type Connection, connectedTo } from './connection.ts';
import type { QueueAddress } from './queue-address.ts';
import { noteVersion, type PresentWorkers, workersPresent } from './worker-register.ts';

/** The queue of jobs of this version. It carries the keys of jobs, and nothing else. */
export class PlanQueue {
  private readonly queue: Queue;
  private readonly connection: Connection;
  private readonly prefix: string;
  /** Jobs that failed before this command began, and that it may try anew. */
  private readonly failedBefore: Set<string>;

  private constructor(queue: Queue, connection: Connection, prefix: string, failedBefore: Set<string>) {
    this.queue = queue;
    this.connection = connection;
    this.prefix = prefix;
    this.failedBefore = failedBefore;
  }

  static async open(address: QueueAddress, notice: (text: string) => void): Promise<PlanQueue> {
    const connection = await connectedTo(address, notice);
    const { redis } = connection;
    const { Queue } = await import('bullmq');
    const queue = new Queue(queueName(), { connection: redis, prefix: address.prefix });
    // The connection reports its own errors.
    queue.on('error', () => {});
    await noteVersion(redis, address.prefix);
    const failed = await queue.getFailed();
    return new PlanQueue(queue, connection, address.prefix, new Set(failed.flatMap(({ id }) => id ?? [])));
  }

  /** Adds a job. If another command has added it already, nothing changes. */
  async add(key: string): Promise<void> {
    if (this.failedBefore.delete(key)) await this.queue.remove(key);
    await this.queue.add('plan', {}, { jobId: key, ...KEPT });
  }

  /** Why jobs failed for good, by their keys. */
  async failed(): Promise<Map<string, string>> {
    if ((await this.queue.getFailedCount()) === 0) return new Map();
    const jobs = await this.queue.getFailed();
    return new Map(
      jobs.flatMap(({ id, failedReason }) =>
        id === undefined || this.failedBefore.has(id) ? [] : [[id, failedReason] as const],
      ),
    );
  }

  /** Returns the keys whose jobs are not in the queue: they are done, or the server has lost them. */
  async missing(keys: readonly string[]): Promise<string[]> {
    const states = await Promise.all(keys.map((key) => this.queue.getJobState(key)));
    return keys.filter((_, at) => states[at] === 'unknown');
  }

  workers(): Promise<PresentWorkers> {
    return workersPresent(this.connection.redis, this.prefix);
  }

  async close(): Promise<void> {
    await this.queue.close();
    this.connection.close();
  }
}

/** Another version makes other plans, so its jobs are in another queue. */
export function queueName(version: string = ownVersion()): string {
  return `plans-${version}`;
}

/** A job that fails, or ends its process, is tried again. */
const TRIES = 3;
const DAY_S = 86_400;
const KEPT = { attempts: TRIES, removeOnComplete: true, removeOnFail: { age: DAY_S } };
