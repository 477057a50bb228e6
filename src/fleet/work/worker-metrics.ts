import type { WorkerCounts } from './worker-counts.ts';

/** The counts of a worker in the text format of Prometheus. */
export function workerMetrics(
  { ends, running, storeTroubles, planningMs }: WorkerCounts,
  version: string,
): string {
  return [
    '# HELP tidemark_worker_info The version of the worker.',
    '# TYPE tidemark_worker_info gauge',
    `tidemark_worker_info{version="${version}"} 1`,
    '# HELP tidemark_worker_jobs_total Jobs that ended, by how.',
    '# TYPE tidemark_worker_jobs_total counter',
    ...Object.entries(ends).map(
      ([how, count]) => `tidemark_worker_jobs_total{end="${how.replace(' ', '_')}"} ${count}`,
    ),
    '# HELP tidemark_worker_jobs_running Jobs that the worker has: one more than its processes is read ahead.',
    '# TYPE tidemark_worker_jobs_running gauge',
    `tidemark_worker_jobs_running ${running}`,
    '# HELP tidemark_worker_planning_seconds_total The time that finished plans took.',
    '# TYPE tidemark_worker_planning_seconds_total counter',
    `tidemark_worker_planning_seconds_total ${planningMs / 1000}`,
    '# HELP tidemark_worker_store_troubles_total How often the results could not be used for a while.',
    '# TYPE tidemark_worker_store_troubles_total counter',
    `tidemark_worker_store_troubles_total ${storeTroubles}`,
    '',
  ].join('\n');
}
