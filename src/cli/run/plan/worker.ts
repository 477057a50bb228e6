import { parentPort, workerData } from 'node:worker_threads';
import { evaluateGroup, type Group } from '../../../planner/index.ts';
import { received, type TransferableSimulation } from './transfer.ts';

/** A thread that evaluates the groups that it is sent, one after another. */
const simulation = received(workerData as TransferableSimulation);
parentPort?.on('message', (group: Group) => parentPort?.postMessage(evaluateGroup(simulation, group)));
