import type { WorkerPool } from '../../advisor/index.ts';
import type { PackedTask } from './planned-text.ts';

/**
 * Opens processes for plans. One that dies fails only its own job. They are apart from the one that speaks with the
 * queue, so that a long plan does not keep it from saying that the worker is alive.
 */
export async function openPlanProcesses(processes: number): Promise<WorkerPool<PackedTask, string>> {
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: MODULE,
    runtime: 'child_process',
    serialization: 'advanced',
    execArgv: [],
    // The passwords of the queue and of the store are of no use to a plan.
    env: {},
    minThreads: processes,
    maxThreads: processes,
  });
  return {
    workers: processes,
    run: (task) => pool.run(task),
    close: () => pool.destroy(),
  };
}

const MODULE = new URL('./planned-text.js', import.meta.url).href;
