import { present } from '../../problem/index.ts';
import type { RecordTable } from '../records/record-table.ts';
import type { OperationRecord } from '../records/records.ts';

export type OperationAction = OperationRecord['action'];

/** The part of a compute that its log needs. */
export interface OperationSubject {
  readonly projectId: string;
  readonly branchId: string;
  readonly endpointId: string;
}

/**
 * The operations of one compute that are not finished yet. The first runs, the others are scheduled behind it. They
 * follow the work that the statechart begins, and the work that it will begin from there.
 */
export class OperationLog {
  private pending: string[] = [];
  private readonly table: RecordTable<'operations'>;
  private readonly subject: () => OperationSubject;
  private readonly make: (
    action: OperationAction,
    status: 'scheduling' | 'running',
    of: OperationSubject,
  ) => OperationRecord;

  constructor(
    table: RecordTable<'operations'>,
    subject: () => OperationSubject,
    make: (
      action: OperationAction,
      status: 'scheduling' | 'running',
      of: OperationSubject,
    ) => OperationRecord,
    pending: readonly string[] = [],
  ) {
    this.table = table;
    this.subject = subject;
    this.make = make;
    this.pending = [...pending];
  }

  get unfinished(): readonly OperationRecord[] {
    return this.pending.map((id) => this.table.known(id));
  }

  /** Work has begun: the operation that was scheduled for it, or one that nobody asked for. */
  run(action: OperationAction, nowMs: number): void {
    const [first] = this.pending;
    if (first !== undefined && this.table.known(first).action === action) {
      this.update(first, { status: 'running', retryAtMs: null }, nowMs);
      return;
    }
    this.pending.unshift(this.table.put(this.make(action, 'running', this.subject())).id);
  }

  schedule(actions: readonly OperationAction[]): void {
    for (const action of actions)
      this.pending.push(this.table.put(this.make(action, 'scheduling', this.subject())).id);
  }

  finish(nowMs: number): void {
    const id = this.pending.shift();
    if (id !== undefined) this.update(id, { status: 'finished' }, nowMs);
  }

  retry(retryAtMs: number, nowMs: number): void {
    const id = present(this.pending[0], 'what is tried again is an operation');
    this.update(id, { failures: this.table.known(id).failures + 1, retryAtMs }, nowMs);
  }

  fail(error: string, nowMs: number): void {
    const id = present(this.pending.shift(), 'what fails is an operation');
    this.update(
      id,
      { status: 'failed', error, failures: this.table.known(id).failures + 1, retryAtMs: null },
      nowMs,
    );
  }

  /** The compute is gone, and what was to be done with it. */
  cancel(nowMs: number): void {
    for (const id of this.pending) this.update(id, { status: 'cancelled', retryAtMs: null }, nowMs);
    this.pending = [];
  }

  private update(id: string, changes: Partial<OperationRecord>, nowMs: number): void {
    this.table.put({ ...this.table.known(id), ...changes, updatedAtMs: nowMs });
  }
}
