import { parentPort } from 'node:worker_threads';
import { type PlanJob, planJob } from './portfolio-job.ts';

/** A thread that plans the databases that it is sent, one after another. */
parentPort?.on('message', async (job: PlanJob) => parentPort?.postMessage(await planJob(job)));
