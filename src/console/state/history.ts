import type { Client } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import type { Endpoint, Operation, RecentChanges, StateChange, StreamEvent } from '../api/shapes.ts';
import { isRunning, type Phase, phaseOf } from './phase.ts';

/** The phase of a compute from a time on, and its size if it is known. */
export interface ShownChange {
  readonly atMs: number;
  readonly phase: Phase;
  readonly cu: number | null;
  readonly why: string;
}

/** The most changes that are kept of one compute. The oldest are dropped. */
const CHANGES_KEPT = 2000;

/**
 * The changes of all computes, as far as this console knows. With the control token, they come from the service: first
 * its history, then each event. Without it, they come from operations and from polls of the API.
 */
export class History {
  private isLive = false;
  /** Computes whose history has been loaded, and whose events arrive by themselves. */
  private readonly complete = new Set<string>();
  private readonly changes = new Map<string, readonly ShownChange[]>();

  of(computeId: string): readonly ShownChange[] {
    return this.changes.get(computeId) ?? [];
  }

  /** Notes that events arrive from now on. Earlier ones may have been missed. */
  connected(): void {
    this.isLive = true;
    this.complete.clear();
  }

  disconnected(): void {
    this.isLive = false;
    this.complete.clear();
  }

  event(event: StreamEvent): void {
    const change = changeOf(event);
    if (change !== null) this.add(event.computeId, change);
  }

  /** Loads the service's history of a compute, unless that is done. Operations give the changes before it. */
  async load(control: Client, endpoint: Endpoint, operations: readonly Operation[]): Promise<void> {
    const { id } = endpoint;
    if (this.complete.has(id)) return;
    if (this.isLive) this.complete.add(id);
    const before = new Set(this.of(id));
    try {
      const { events } = await control.call<RecentChanges>('GET', `/computes/${id}/history`);
      const kept = events.map(changeOf).filter((change) => change !== null);
      const lastMs = kept.at(-1)?.atMs ?? 0;
      // An event that arrived meanwhile is in the answer too, or happened after it.
      const since = this.of(id).filter(
        (change) => !before.has(change) && change.atMs >= lastMs && !kept.some((one) => isSame(one, change)),
      );
      const known = earlier([...before], kept[0]);
      const fromOperations = earlier(changesFromOperations(endpoint, operations), known[0] ?? kept[0]);
      this.put(id, [...fromOperations, ...known, ...kept, ...since]);
    } catch (error) {
      this.complete.delete(id);
      // The compute was deleted between the two requests. The next list will not have it.
      if (failureOf(error).status !== 404) throw error;
    }
  }

  /** Notes the present state of a compute. Its operations add changes between polls, but no sizes within a range. */
  poll(endpoint: Endpoint, operations: readonly Operation[], nowMs: number): void {
    const { id } = endpoint;
    const fromOperations = changesFromOperations(endpoint, operations);
    this.put(id, [...earlier(this.of(id), fromOperations[0]), ...fromOperations]);
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

/** Null if the compute was deleted. */
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

function changesFromOperations(endpoint: Endpoint, operations: readonly Operation[]): ShownChange[] {
  return operations
    .filter(({ endpoint_id }) => endpoint_id === endpoint.id)
    .flatMap((operation) => changesFromOperation(operation, fixedCu(endpoint)))
    .sort((a, b) => a.atMs - b.atMs);
}

function changesFromOperation(operation: Operation, cu: number | null): ShownChange[] {
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
