export { PlanQueue } from './queue/plan-queue.ts';
export { QUEUE_PASSWORD, queueAddress } from './queue/queue-address.ts';
export { queuePlanners } from './queue/queue-planners.ts';
export { openResults } from './results/open-results.ts';
export { keptPlans, type Results } from './results/results.ts';
export { type PlanWorker, startWorker } from './work/worker.ts';
export { workerMetrics } from './work/worker-metrics.ts';
