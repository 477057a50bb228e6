import { parentPort } from 'node:worker_threads';
import { type Evaluated, type Trial, trialsOf } from '../../../planner/index.ts';
import { InvariantError } from '../../../problem/index.ts';
import { received, type TransferableSimulation } from '../transfer.ts';

/** What a thread of trials is asked: first of which simulation they are, which it answers with nothing, then each. */
export type TrialQuestion = TransferableSimulation | Trial;

let answer: ((trial: Trial) => Evaluated[]) | null = null;
parentPort?.on('message', (question: TrialQuestion) => {
  if ('group' in question) {
    if (answer === null)
      throw new InvariantError('a thread is told of a simulation before it is asked for trials');
    parentPort?.postMessage(answer(question));
  } else {
    answer = trialsOf(received(question));
    parentPort?.postMessage([]);
  }
});
