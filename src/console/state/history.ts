import type { Client } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import type { ComputeHistory, Endpoint, Operation, StateChange, StateEvent } from '../api/shapes.ts';
import { isRunning, type Phase, phaseOf } from './phase.ts';

/** From then on a compute was in this phase, and of this size where that is known. */
export interface ShownChange {
  readonly atMs: number;
  readonly phase: Phase;
  readonly cu: number | null;
  readonly why: string;
}

/** Changes of one compute that are kept; the oldest go first. */
const CHANGES_KEPT = 2000;

/**
 * What every compute has done, as far as this console knows. With the control token the service tells it: first what
 * it has kept, then each event. Without the token it is made from operations and from looks at the API.
 */
export class History {
  private isLive = false;
  /** Computes whose events are all here, and come in by themselves. */
  private readonly complete = new Set<string>();
  private readonly changes = new Map<string, readonly ShownChange[]>();

  of(computeId: string): readonly ShownChange[] {
    return this.changes.get(computeId) ?? [];
  }

  /** Events come in from now on. Those of the time before may have been missed. */
  connected(): void {
    this.isLive = true;
    this.complete.clear();
  }

  disconnected(): void {
    this.isLive = false;
    this.complete.clear();
  }

  event(event: StateEvent): void {
    const change = changeOf(event);
    if (change !== null) this.add(event.computeId, change);
  }

  /** Takes what the service has kept of a compute, unless all of that is here. Operations tell of the time before. */
  async take(control: Client, endpoint: Endpoint, operations: readonly Operation[]): Promise<void> {
    const { id } = endpoint;
    if (this.complete.has(id)) return;
    if (this.isLive) this.complete.add(id);
    const before = new Set(this.of(id));
    try {
      const { events } = await control.call<ComputeHistory>('GET', `/computes/${id}/history`);
      const kept = events.map(changeOf).filter((change) => change !== null);
      const lastMs = kept.at(-1)?.atMs ?? 0;
      // An event that came in meanwhile is in the answer, or happened after it.
      const since = this.of(id).filter(
        (change) => !before.has(change) && change.atMs >= lastMs && !kept.some((one) => isSame(one, change)),
      );
      const known = earlier([...before], kept[0]);
      const told = earlier(recalled(endpoint, operations), known[0] ?? kept[0]);
      this.put(id, [...told, ...known, ...kept, ...since]);
    } catch (error) {
      this.complete.delete(id);
      // It was deleted between the two looks, and the next one will not list it.
      if (failureOf(error).status !== 404) throw error;
    }
  }

  /** How a compute looks now, and what its operations tell: times that looks have missed, but no sizes of a range. */
  look(endpoint: Endpoint, operations: readonly Operation[], nowMs: number): void {
    const { id } = endpoint;
    const told = recalled(endpoint, operations);
    this.put(id, [...earlier(this.of(id), told[0]), ...told]);
    const phase = phaseOf(endpoint.current_state, endpoint.pending_state);
    const last = this.of(id).at(-1);
    if (last?.phase === phase) return;
    const cu = isRunning(phase) ? fixedCu(endpoint) : null;
    this.add(id, { atMs: Math.max(nowMs, last?.atMs ?? 0), phase, cu, why: 'seen' });
  }

  private add(computeId: string, change: ShownChange): void {
    this.put(computeId, [...this.of(computeId), change]);
  }

  private put(computeId: string, changes: readonly ShownChange[]): void {
    this.changes.set(computeId, changes.slice(-CHANGES_KEPT));
  }
}

/** null: the compute was deleted. */
function changeOf({ at, state, pending, cu, reason }: StateChange): ShownChange | null {
  if (state === null) return null;
  const phase = phaseOf(state, pending);
  return { atMs: Date.parse(at), phase, cu: isRunning(phase) ? cu : null, why: reason };
}

function isSame(a: ShownChange, b: ShownChange): boolean {
  return a.atMs === b.atMs && a.phase === b.phase && a.cu === b.cu && a.why === b.why;
}

function earlier(changes: readonly ShownChange[], than: ShownChange | undefined): readonly ShownChange[] {
  return changes.filter(({ atMs }) => than === undefined || atMs < than.atMs);
}

function recalled(endpoint: Endpoint, operations: readonly Operation[]): ShownChange[] {
  return operations
    .filter(({ endpoint_id }) => endpoint_id === endpoint.id)
    .flatMap((operation) => recalledOf(operation, fixedCu(endpoint)))
    .sort((a, b) => a.atMs - b.atMs);
}

function recalledOf(operation: Operation, cu: number | null): ShownChange[] {
  const { action, status, created_at, updated_at } = operation;
  if (action !== 'start_compute' && action !== 'suspend_compute') return [];
  const starts = action === 'start_compute';
  const began: ShownChange = {
    atMs: Date.parse(created_at),
    phase: starts ? 'starting' : 'suspending',
    cu: starts ? null : cu,
    why: action,
  };
  if (status !== 'finished') return status === 'running' ? [began] : [];
  const ended: ShownChange = {
    atMs: Date.parse(updated_at),
    phase: starts ? 'active' : 'idle',
    cu: starts ? cu : null,
    why: `${action} finished`,
  };
  return [began, ended];
}

function fixedCu({ autoscaling_limit_min_cu, autoscaling_limit_max_cu }: Endpoint): number | null {
  return autoscaling_limit_min_cu === autoscaling_limit_max_cu ? autoscaling_limit_max_cu : null;
}
