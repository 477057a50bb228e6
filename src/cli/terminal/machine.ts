import { availableParallelism } from 'node:os';
import type { WorkerPool } from '../../advisor/index.ts';
import { localMachine } from '../../library/index.ts';

/** A command's access to the machine: its clock and its threads. */
export interface HostMachine {
  wallMs(): number;
  /** Creates an alarm. Each call of the result sets it anew; Infinity turns it off. */
  alarm(ring: () => void): (afterMs: number) => void;
  readonly processors: number;
  /** Threads that run the default export of a module, one for each worker. */
  workerPool<Task, Result>(module: URL, workers: number): Promise<WorkerPool<Task, Result>>;
}

export const machine: HostMachine = {
  wallMs: localMachine.wallMs,
  alarm: localMachine.alarm,
  processors: availableParallelism(),
  workerPool,
};

async function workerPool<Task, Result>(module: URL, workers: number): Promise<WorkerPool<Task, Result>> {
  // Most commands need no threads, and start sooner without the library.
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: module.href,
    minThreads: workers,
    maxThreads: workers,
    // A second task for each worker, so that it can go on at once even if this thread is busy.
    concurrentTasksPerWorker: 2,
  });
  // When a worker dies, the library rejects only the tasks of that worker. The others would wait for ever.
  const waiting = new Set<(error: unknown) => void>();
  let failure: { readonly error: unknown } | null = null;
  pool.on('error', (error) => {
    failure ??= { error };
    for (const reject of waiting) reject(error);
  });
  return {
    workers,
    run: (task) =>
      new Promise((resolve, reject) => {
        if (failure !== null) {
          reject(failure.error);
          return;
        }
        waiting.add(reject);
        pool
          .run(task)
          .then(resolve, reject)
          .finally(() => waiting.delete(reject));
      }),
    close: () => pool.destroy(),
  };
}
