import type { LiveComputeEvent } from '../computes/compute-events.ts';
import type { RecordChange } from '../records/record-change.ts';
import type { Service } from '../service.ts';
import type { ComputeObserver } from './compute-access.ts';

/** Reports changes to an observer until the returned function is called. */
export function observeChanges(service: Service, observer: ComputeObserver): () => void {
  const branchUse = new BranchUse(service, observer);
  const stopListening = service.listen(({ event }) => {
    if (event.kind === 'started') observer.computeStarted();
    if (event.kind === 'state') reportState(event, observer, branchUse);
  });
  const stopFollowing = service.follow((changes) => {
    for (const change of changes) reportRecord(change, observer);
  });
  return () => {
    stopListening();
    stopFollowing();
    branchUse.end();
  };
}

function reportState(
  { computeId, state, pending }: Extract<LiveComputeEvent, { kind: 'state' }>,
  observer: ComputeObserver,
  branchUse: BranchUse,
): void {
  if (state !== 'active' || pending !== null) observer.computeUnavailable(computeId);
  // The world is in the middle of a step, so the check has to wait until it is over.
  queueMicrotask(() => branchUse.check(computeId));
}

function reportRecord({ table, before, after }: RecordChange, observer: ComputeObserver): void {
  if (table === 'branches') {
    if (after === null) observer.branchDeleted(before?.id ?? '');
    else if (before === null) observer.branchCreated(after.id, after.parentId);
    return;
  }
  if (before === null) return;
  if (after === null) observer.databaseDeleted(before.branchId, before.name);
  else if (after.name !== before.name) observer.databaseRenamed(before.branchId, before.name, after.name);
}

interface Place {
  readonly branchId: string;
  readonly projectId: string;
}

/** Finds out when the last compute of a branch has gone to sleep, has been deleted or has moved to another branch. */
class BranchUse {
  private readonly service: Service;
  private readonly observer: ComputeObserver;
  /** Where each compute was when it last changed its state. */
  private readonly lastPlaces = new Map<string, Place>();
  private hasEnded = false;

  constructor(service: Service, observer: ComputeObserver) {
    this.service = service;
    this.observer = observer;
  }

  check(computeId: string): void {
    if (this.hasEnded) return;
    const { world } = this.service;
    const endpoint = world.tables.endpoints.get(computeId);
    const last = this.lastPlaces.get(computeId) ?? endpoint;
    if (endpoint === undefined) this.lastPlaces.delete(computeId);
    else this.lastPlaces.set(computeId, { branchId: endpoint.branchId, projectId: endpoint.projectId });
    if (last === undefined) return;
    const sleeps = endpoint !== undefined && world.compute(computeId).stateName === 'idle';
    if ((sleeps || endpoint?.branchId !== last.branchId) && this.isIdle(last))
      this.observer.branchIdle(last.branchId);
  }

  end(): void {
    this.hasEnded = true;
  }

  private isIdle({ branchId, projectId }: Place): boolean {
    const { world } = this.service;
    if (world.tables.branches.get(branchId) === undefined) return false;
    return !world.tables.endpoints
      .of(projectId)
      .some((other) => other.branchId === branchId && world.compute(other.id).stateName !== 'idle');
  }
}
