import type { Cause, LifeSettings } from '../../compute/index.ts';
import type { FactSet, PlanName } from '../../facts/index.ts';
import { invariant, present } from '../../problem/index.ts';
import { type Assumptions, RANK } from '../../simulator/index.ts';
import { randomStream } from '../../workload/index.ts';
import { type Alarm, Alarms } from '../computes/alarms.ts';
import type { LiveComputeEvent } from '../computes/compute-events.ts';
import { LiveCompute } from '../computes/live-compute.ts';
import { type OperationAction, OperationLog, type OperationSubject } from '../computes/operation-log.ts';
import { upgradedContents } from '../records/older-live-state.ts';
import type { RecordChange } from '../records/record-change.ts';
import type { EndpointRecord, OperationRecord, ProjectRecord } from '../records/records.ts';
import { Tables } from '../records/tables.ts';
import type { Contents, RecordWrite } from '../store/store.ts';
import { bookStretch } from '../usage/consumption.ts';
import { Quota } from '../usage/quota.ts';
import { checkRecords } from './check-records.ts';
import { checkReferences } from './check-references.ts';
import { Ids } from './ids.ts';
import { limitedSettingOf, withinPlan } from './plan-limits.ts';
import { leaveTombstone } from './tombstones.ts';
import type { WorldState } from './world-state.ts';

/** The settings of a service, which hold until it ends. */
export interface WorldSettings {
  readonly facts: FactSet;
  /** The plan of new accounts. */
  readonly plan: PlanName;
  readonly seed: number;
  readonly assumptions: Assumptions;
  /** Draws unguessable bytes. */
  readonly secretBytes: (count: number) => Uint8Array;
  /** Passwords of roles are derived from it. */
  readonly secret: string;
}

export interface WorldEvent {
  readonly sequence: number;
  readonly projectId: string;
  readonly event: LiveComputeEvent;
}

/** Injected faults of computes: other start times, and starts that fail. */
type LifeFaults = Partial<Omit<LifeSettings, 'suspendAfterMs'>>;

/** How often the service tries again to delete an expired branch that it could not delete. */
export const EXPIRY_RETRY_MS = 60_000;

/** A project keeps this many of its newest operations. */
const OPERATIONS_KEPT = 10_000;

/** The whole state of the service in memory: records, computes and alarms. It has no clock of its own. */
export class World implements WorldState {
  readonly tables = new Tables();
  readonly alarms = new Alarms();
  readonly computes = new Map<string, LiveCompute>();
  readonly quota: Quota;
  readonly settings: WorldSettings;
  ids: Ids;
  nowMs: number;
  seed: number;
  publishedReleases = 0;
  faults: LifeFaults = {};
  private operationSequence = 0;
  private started: string[] = [];
  private readonly unsaved = new Set<string>();
  private readonly listeners = new Set<(event: WorldEvent) => void>();
  private eventSequence = 0;
  private readonly expiries = new Map<string, Alarm>();

  constructor(settings: WorldSettings, nowMs: number) {
    this.settings = settings;
    this.nowMs = nowMs;
    this.seed = settings.seed;
    this.ids = new Ids(settings.seed, 0);
    this.quota = new Quota(this);
  }

  get facts(): FactSet {
    return this.settings.facts;
  }

  /** Fires all alarms that are due up to a time, and moves to that time. */
  advance(untilMs: number): void {
    const turn = (atMs: number) => {
      invariant(atMs >= this.nowMs || atMs <= untilMs, 'time never runs backwards');
      this.nowMs = Math.max(this.nowMs, atMs);
    };
    while (this.alarms.next(untilMs, turn)) this.started.length = 0;
    this.nowMs = Math.max(this.nowMs, untilMs);
  }

  /** Loads the contents of a store or a snapshot, and goes on from there. Throws if no service can have saved them. */
  load(contents: Contents): void {
    const counters = contents.settings.find(({ id }) => id === 'counters')?.value as Counters | undefined;
    this.nowMs = Math.max(this.nowMs, counters?.nowMs ?? this.nowMs);
    checkRecords(contents, this.nowMs);
    this.tables.load(upgradedContents(contents, this.nowMs));
    this.seed = counters?.seed ?? this.seed;
    this.ids = new Ids(this.seed, counters?.ids ?? 0);
    this.operationSequence = counters?.operations ?? 0;
    this.publishedReleases = counters?.releases ?? 0;
    this.faults = (this.tables.settings.get('faults')?.value as LifeFaults | undefined) ?? {};
    const unfinished = new Map<string, OperationRecord[]>();
    for (const operation of this.tables.operations.all()) {
      if (operation.endpointId === null || !isUnfinished(operation)) continue;
      const list = unfinished.get(operation.endpointId);
      if (list === undefined) unfinished.set(operation.endpointId, [operation]);
      else list.push(operation);
    }
    for (const { id } of this.tables.endpoints.all()) {
      const pending = (unfinished.get(id) ?? []).sort((a, b) => a.sequence - b.sequence);
      this.hostCompute(
        id,
        pending.map((operation) => operation.id),
      );
    }
    for (const { id, expiresAtMs } of this.tables.branches.all()) this.expire(id, this.nextTry(expiresAtMs));
    this.quota.resume();
    checkReferences(this);
  }

  /** The records that have changed since the last call. */
  takeChanges(): RecordWrite[] {
    this.updateRecords();
    return this.tables.journal.take();
  }

  /** The changes of followed records since the last call. */
  takeFollowed(): readonly RecordChange[] {
    return this.tables.journal.takeFollowed();
  }

  /** Drops the clients from outside, because another world replaces this one. */
  dropOutside(): void {
    for (const compute of this.computes.values()) compute.clients.tellOutsideDropped();
  }

  /** Writes the current state of the computes and the counters into the records. */
  updateRecords(): void {
    for (const id of this.unsaved) {
      const record = this.tables.endpoints.get(id);
      const compute = this.computes.get(id);
      if (record !== undefined && compute !== undefined)
        this.tables.endpoints.put({ ...record, live: compute.saved() });
    }
    this.unsaved.clear();
    const counters = this.counters();
    if (!this.tables.journal.isEmpty && !areEqual(this.tables.settings.get('counters')?.value, counters))
      this.tables.settings.put({ id: 'counters', value: counters });
  }

  get hasChanges(): boolean {
    return this.unsaved.size > 0 || !this.tables.journal.isEmpty;
  }

  compute(id: string): LiveCompute {
    return present(this.computes.get(id), 'every endpoint has a compute');
  }

  createCompute(record: EndpointRecord): LiveCompute {
    this.tables.endpoints.put(record);
    const compute = this.hostCompute(record.id, []);
    compute.create(this.nowMs);
    return compute;
  }

  /** Removes a deleted compute, and leaves a tombstone. */
  removeCompute(record: EndpointRecord): void {
    this.compute(record.id).end();
    this.computes.delete(record.id);
    this.unsaved.delete(record.id);
    this.tables.endpoints.delete(record.id);
    leaveTombstone(this, 'endpoint', record.projectId, record.id);
  }

  changeEndpoint(id: string, changes: Partial<EndpointRecord>): EndpointRecord {
    const record = this.tables.endpoints.known(id);
    return this.tables.endpoints.put({ ...record, ...changes, updatedAtMs: this.nowMs });
  }

  /** Sets the time at which a branch expires; null ends the expiry. */
  expire(branchId: string, atMs: number | null): void {
    this.expiries.get(branchId)?.release();
    this.expiries.delete(branchId);
    if (atMs === null) return;
    const alarm = this.alarms.alarm(RANK.change, () => this.expired?.(branchId));
    alarm.set(atMs);
    this.expiries.set(branchId, alarm);
  }

  /** Logs a warning about something that is allowed, but not advised. */
  warn: ((event: string, details: Readonly<Record<string, unknown>>) => void) | null = null;

  /** Called when a branch expires. */
  expired: ((branchId: string) => void) | null = null;

  /** From now on, random draws and ids follow from another seed. */
  reseed(seed: number): void {
    this.seed = seed;
    this.ids = new Ids(seed, this.ids.given);
    this.tables.settings.put({ id: 'counters', value: this.counters() });
  }

  publishRelease(): void {
    this.publishedReleases++;
    this.tables.settings.put({ id: 'counters', value: this.counters() });
    for (const compute of this.computes.values()) compute.publishRelease(this.nowMs);
  }

  setFaults(faults: LifeFaults): void {
    this.faults = faults;
    this.tables.settings.put({ id: 'faults', value: faults });
    for (const compute of this.computes.values()) compute.refreshSettings();
  }

  listen(listener: (event: WorldEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  planOf(project: ProjectRecord): PlanName {
    return project.orgId === null
      ? this.tables.users.known(project.userId ?? '').plan
      : this.tables.organizations.known(project.orgId).plan;
  }

  newOperation(
    action: OperationAction,
    status: OperationRecord['status'],
    of: Omit<OperationSubject, 'endpointId'> & { readonly endpointId: string | null },
  ): OperationRecord {
    const id = this.ids.uuid();
    this.started.push(id);
    return {
      id,
      sequence: ++this.operationSequence,
      projectId: of.projectId,
      branchId: of.branchId,
      endpointId: of.endpointId,
      action,
      status,
      error: null,
      failures: 0,
      retryAtMs: null,
      createdAtMs: this.nowMs,
      updatedAtMs: this.nowMs,
    };
  }

  /** Calls a function and returns the operations that it starts, in their order. */
  operationsOf(act: () => void): readonly OperationRecord[] {
    this.started = [];
    act();
    return this.started.map((id) => this.tables.operations.known(id)).sort((a, b) => a.sequence - b.sequence);
  }

  /** When to try to delete a branch: at its expiry, or at the next full minute after it. */
  private nextTry(expiresAtMs: number | null): number | null {
    if (expiresAtMs === null) return null;
    const late = Math.max(0, this.nowMs + 1 - expiresAtMs);
    return expiresAtMs + Math.ceil(late / EXPIRY_RETRY_MS) * EXPIRY_RETRY_MS;
  }

  private counters(): Counters {
    return {
      seed: this.seed,
      ids: this.ids.given,
      operations: this.operationSequence,
      releases: this.publishedReleases,
      nowMs: this.nowMs,
    };
  }

  private hostCompute(id: string, pending: readonly string[]): LiveCompute {
    const record = () => this.tables.endpoints.known(id);
    const operations = new OperationLog(
      this.tables.operations,
      () => ({ projectId: record().projectId, branchId: record().branchId, endpointId: id }),
      (action, status, of) => {
        this.forgetOldest(of.projectId);
        return this.newOperation(action, status, of);
      },
      pending,
    );
    const compute = new LiveCompute(
      record,
      {
        facts: this.facts,
        assumptions: this.settings.assumptions,
        alarms: this.alarms,
        operations,
        draw: (cause: Cause, n: number) => randomStream(this.seed, `${id}/${cause}/${n}`)(),
        lifeSettings: () => ({ ...this.settings.assumptions.life, ...this.faults }),
        fitToPlan: () => {
          const before = record();
          const fitted = withinPlan(this, this.tables.projects.known(before.projectId), before);
          if (!areEqual(fitted, limitedSettingOf(before))) this.changeEndpoint(id, fitted);
        },
        changed: () => this.unsaved.add(id),
        metered: (fromMs, quarterCu) => {
          bookStretch(this.tables.consumption, record(), fromMs, this.nowMs, quarterCu);
          this.quota.changed(record().projectId);
        },
        tell: (event) => this.handleEvent(event),
      },
      this.nowMs,
    );
    this.computes.set(id, compute);
    return compute;
  }

  private handleEvent(event: LiveComputeEvent): void {
    const { projectId } = this.tables.endpoints.known(event.computeId);
    if (event.kind === 'started') this.noteStart(event.computeId);
    if (event.kind === 'state' && event.state === 'idle' && event.pending === null)
      this.changeEndpoint(event.computeId, { suspendedAtMs: event.atMs });
    const worldEvent: WorldEvent = { sequence: ++this.eventSequence, projectId, event };
    for (const listener of this.listeners) listener(worldEvent);
  }

  private noteStart(id: string): void {
    this.changeEndpoint(id, { startedAtMs: this.nowMs });
  }

  private forgetOldest(projectId: string): void {
    if (this.tables.operations.countOf(projectId) < OPERATIONS_KEPT) return;
    const oldest = this.tables.operations.firstOf(projectId, (operation) => !isUnfinished(operation));
    if (oldest !== undefined) this.tables.operations.delete(oldest.id);
  }
}

interface Counters {
  readonly seed: number;
  readonly ids: number;
  readonly operations: number;
  readonly releases: number;
  /** The time of the last write to the store. */
  readonly nowMs: number;
}

function isUnfinished({ status }: OperationRecord): boolean {
  return status === 'scheduling' || status === 'running';
}

function areEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
