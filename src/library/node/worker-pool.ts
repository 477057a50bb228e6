import type { WorkerPool } from '../../advisor/index.ts';

/** Opens threads that run the default export of a module, one for each worker. */
export async function workerPool<Task, Result>(
  module: URL,
  workers: number,
): Promise<WorkerPool<Task, Result>> {
  // Most commands need no threads, and start sooner without the library.
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: module.href,
    // Flags of the process can be for its first module alone, such as --input-type.
    execArgv: [],
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
