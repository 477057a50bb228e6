import type { Endpoint, Operation, StateEvent } from '../api/shapes.ts';
import { isRunning, type Phase, phaseOf } from './phase.ts';

/** From then on a compute was in this phase, and of this size where that is known. */
export interface Change {
  readonly atMs: number;
  readonly phase: Phase;
  readonly cu: number | null;
  readonly why: string;
}

/** Changes of one compute that are kept; the oldest go first. */
const CHANGES_KEPT = 2000;

/** What every compute has done, as far as this console knows: from events, from operations and from looks at the API. */
export class History {
  /** Events come in by themselves, so that looks need not be compared. */
  isLive = false;
  private hasEvents = false;
  private readonly looked = new Set<string>();
  private readonly changes = new Map<string, readonly Change[]>();

  of(computeId: string): readonly Change[] {
    return this.changes.get(computeId) ?? [];
  }

  event(event: StateEvent): void {
    const { at, computeId, state, pending, cu, reason } = event;
    this.hasEvents = true;
    if (state === null) return;
    const phase = phaseOf(state, pending);
    this.add(computeId, { atMs: Date.parse(at), phase, cu: isRunning(phase) ? cu : null, why: reason });
  }

  /** How a compute looks now, and what its operations tell. Where events come, only the first look is needed. */
  look(endpoint: Endpoint, operations: readonly Operation[], nowMs: number, sizeCu: number | null): void {
    const { id } = endpoint;
    const isFirst = !this.looked.has(id);
    if (this.isLive && !isFirst) return;
    this.looked.add(id);
    if (isFirst || !this.hasEvents) this.recall(endpoint, operations);
    const phase = phaseOf(endpoint.current_state, endpoint.pending_state);
    const last = this.of(id).at(-1);
    if (last?.phase === phase) return;
    const cu = isRunning(phase) ? (sizeCu ?? fixedCu(endpoint)) : null;
    this.add(id, { atMs: Math.max(nowMs, last?.atMs ?? 0), phase, cu, why: 'seen' });
  }

  /** Operations know times that looks have missed, but no sizes: they count before events and instead of looks. */
  private recall(endpoint: Endpoint, operations: readonly Operation[]): void {
    const known = this.of(endpoint.id);
    const told = operations
      .filter(({ endpoint_id }) => endpoint_id === endpoint.id)
      .flatMap((operation) => recalled(operation, fixedCu(endpoint)))
      .sort((a, b) => a.atMs - b.atMs);
    const before = (list: readonly Change[], first: Change | undefined) =>
      list.filter(({ atMs }) => first === undefined || atMs < first.atMs);
    this.changes.set(
      endpoint.id,
      this.hasEvents ? [...before(told, known[0]), ...known] : [...before(known, told[0]), ...told],
    );
  }

  private add(computeId: string, change: Change): void {
    const known = this.of(computeId);
    this.changes.set(computeId, [...known, change].slice(-CHANGES_KEPT));
  }
}

function recalled(operation: Operation, cu: number | null): Change[] {
  const { action, status, created_at, updated_at } = operation;
  if (action !== 'start_compute' && action !== 'suspend_compute') return [];
  const starts = action === 'start_compute';
  const began: Change = {
    atMs: Date.parse(created_at),
    phase: starts ? 'starting' : 'suspending',
    cu: starts ? null : cu,
    why: action,
  };
  if (status !== 'finished') return status === 'running' ? [began] : [];
  const ended: Change = {
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
