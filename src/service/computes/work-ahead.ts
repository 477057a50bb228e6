import { type EventType, NO_FLAGS, step } from '../../compute/index.ts';
import type { OperationAction } from './operation-log.ts';

/** Orders of the chart that are work of some length, the operations that show them, and how they end. */
export const WORK = {
  beginStart: { action: 'start_compute', ends: 'start.finished' },
  beginSuspend: { action: 'suspend_compute', ends: 'suspend.finished' },
  beginApply: { action: 'apply_config', ends: 'config.applied' },
} as const satisfies Readonly<Record<string, { readonly action: OperationAction; readonly ends: EventType }>>;

export type ComputeWork = keyof typeof WORK;

export function isWork(action: string): action is ComputeWork {
  return action in WORK;
}

const ENDS: ReadonlySet<EventType> = new Set(Object.values(WORK).map(({ ends }) => ends));

export function endsWork(event: EventType): boolean {
  return ENDS.has(event);
}

/** The actions that the chart will take by itself once the work under way has ended well, until it rests. */
export function workAhead(state: number, underWay: ComputeWork | null): OperationAction[] {
  const actions: OperationAction[] = [];
  let at = state;
  let work = underWay;
  while (work !== null) {
    const next = step(at, WORK[work].ends, NO_FLAGS);
    at = next.state;
    work = next.actions.find(isWork) ?? null;
    if (work !== null) actions.push(WORK[work].action);
  }
  return actions;
}
