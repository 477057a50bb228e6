import { parentPort } from 'node:worker_threads';
import { type WindowJob, windowJob } from './window-job.ts';

/** A thread that tries the windows that it is sent, one after another. */
parentPort?.on('message', async (job: WindowJob) => parentPort?.postMessage(await windowJob(job)));
