import { type Asking, type Planners, plannersHere } from '../../../advisor/index.ts';
import { keyOf } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { RunPlanOptions } from './run-plan-options.ts';

/** The planners of many databases: threads of this machine, or the workers of a queue. */
interface OpenedPlanners {
  planners(asking: Asking): Promise<Planners>;
  close(): Promise<void>;
}

export async function openPlanners(
  { queue, results: place }: Pick<RunPlanOptions, 'queue' | 'results'>,
  terminal: Terminal,
): Promise<OpenedPlanners> {
  if (place === undefined) {
    if (queue !== undefined)
      throw problem(
        { field: '--queue' },
        'workers keep their plans where --results says, and it is missing',
        'name a folder that all machines share, or postgres://',
      );
    return { planners: (asking) => plannersHere(keyOf, null, asking), close: async () => {} };
  }
  const { keptPlans, PlanQueue, QUEUE_PASSWORD, queueAddress, queuePlanners } = await import(
    '../../../fleet/index.ts'
  );
  const address = queue === undefined ? null : queueAddress(queue, terminal.environment(QUEUE_PASSWORD));
  const results = await terminal.openResults(place);
  if (address === null)
    return {
      planners: (asking) => plannersHere(keyOf, keptPlans(results), asking),
      close: results.close,
    };
  const notice = (text: string) => terminal.err(`tidemark: ${text}\n`);
  const workerCommand = `tidemark worker --queue ${address.shown} --results ${place}`;
  return {
    planners: async (asking) =>
      queuePlanners({ queue: await PlanQueue.open(address, notice), results, notice, workerCommand }, asking),
    close: results.close,
  };
}
