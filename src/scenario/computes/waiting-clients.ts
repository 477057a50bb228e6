import type { Problem } from '../../problem/index.ts';
import type { Demand } from '../../workload/index.ts';
import type { Context } from '../context.ts';
import { mostWaitingClients } from './demand-bounds.ts';

/** A waiting client takes some 140 bytes, so this many stay well within the default heap of Node. */
const MOST_WAITING = 4e6;

/** Returns a problem if all computes together may have more waiting clients than memory can hold one by one. */
export function waitingProblems({ file, document }: Context): Problem[] {
  const lists: readonly DemandList[] =
    file.computes?.map(({ demand, copies }, i) => ({ demand, copies, path: ['computes', i, 'demand'] })) ??
    (file.demand === undefined ? [] : [{ demand: file.demand, copies: 1, path: ['demand'] }]);
  const all = lists.flatMap(({ demand, copies, path }) =>
    demand.map((one, i) => ({ path: [...path, i], waiting: copies * mostWaitingClients(one, file.horizon) })),
  );
  const total = all.reduce((sum, { waiting }) => sum + waiting, 0);
  if (total <= MOST_WAITING) return [];
  const [most] = all.sort((a, b) => b.waiting - a.waiting);
  return [
    {
      place: document.place(most?.path ?? []),
      found: `about ${total.toExponential(1)} clients could wait at once${all.length > 1 ? ', most of them here' : ''}`,
      remedy: `use fewer clients, let them give up sooner (client: connectTimeout, retries, backOff), or describe them as a load: at most ${MOST_WAITING.toExponential(0)} can be simulated one by one`,
    },
  ];
}

interface DemandList {
  readonly demand: readonly Demand[];
  readonly copies: number;
  readonly path: readonly PropertyKey[];
}
