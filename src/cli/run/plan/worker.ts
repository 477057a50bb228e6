import { parentPort, workerData } from 'node:worker_threads';
import { type Trial, trialsOf } from '../../../planner/index.ts';
import { received, type TransferableSimulation } from './transfer.ts';

/** A thread that does the trials that it is sent, one after another. */
const answer = trialsOf(received(workerData as TransferableSimulation));
parentPort?.on('message', (trial: Trial) => parentPort?.postMessage(answer(trial)));
