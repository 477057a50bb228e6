import { setup } from 'xstate';
import { computeChart } from './chart.ts';
import { ACTIONS, type ActionId, type EventType, type Flags } from './vocabulary.ts';

interface ComputeEvent {
  readonly type: EventType;
  readonly flags: Flags;
}

/** The chart as an XState machine. Its actions do nothing. Hosts provide them, or read their names. */
export const computeMachine = setup({
  types: { events: {} as ComputeEvent },
  actions: Object.fromEntries(ACTIONS.map((id) => [id, () => {}])) as Record<ActionId, () => void>,
  guards: {
    barred: ({ event }) => event.flags.barred,
    wanted: ({ event }) => event.flags.clientsWaiting && !event.flags.barred,
    retriesLeft: ({ event }) => event.flags.retriesLeft,
  },
}).createMachine(computeChart);
