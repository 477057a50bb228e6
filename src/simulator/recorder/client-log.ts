import { type ClientReport, Histogram, type RefusalKey } from '../../compute/index.ts';
import type { CountedApart } from './counted-apart.ts';
import { EVENT } from './event-kinds.ts';
import type { Journal } from './journal.ts';

/** Records what happens to the clients of one compute in a run, and how long they wait. */
export class ClientLog implements ClientReport {
  /** The delays of queries: the time that a query took beyond its own CPU and wait time. */
  readonly delays = new Histogram();
  readonly wakeWaits = new Histogram();
  readonly poolWaits = new Histogram();
  private readonly journal: Journal;
  private readonly apart: CountedApart;

  constructor(journal: Journal, apart: CountedApart) {
    this.journal = journal;
    this.apart = apart;
  }

  held(): void {
    this.journal.count(EVENT.connectionHeld);
  }

  opened(): void {
    this.journal.count(EVENT.connectionOpened);
  }

  refused(key: RefusalKey): void {
    this.journal.count(EVENT.connectionRefused, REFUSAL_DETAILS[key]);
    this.journal.refuse(key);
  }

  timedOut(): void {
    this.journal.count(EVENT.connectionTimedOut);
    this.journal.refuse('timeout');
  }

  queued(): void {
    this.journal.count(EVENT.poolQueued);
  }

  poolTimedOut(): void {
    this.journal.count(EVENT.poolTimedOut);
    this.journal.refuse('poolWait');
  }

  diskFull(): void {
    this.journal.count(EVENT.diskFull);
    this.journal.refuse('diskFull');
  }

  dropped(connections: number): void {
    this.journal.count(EVENT.connectionDropped, { connections }, connections);
  }

  queryDone(tookMs: number, neededMs: number): void {
    this.delays.add(Math.max(0, tookMs - neededMs));
    this.journal.count(EVENT.queryDone);
  }

  queryDropped(key: RefusalKey): void {
    this.journal.count(EVENT.queryDropped);
    this.journal.refuse(key);
  }

  waitedForStart(waitMs: number): void {
    this.wakeWaits.add(waitMs);
    this.apart.delayed(waitMs);
  }

  waitedForPool(waitMs: number): void {
    this.poolWaits.add(waitMs);
  }

  retried(): void {
    this.journal.count(EVENT.connectionRetried);
  }

  givenUp(): void {
    this.journal.count(EVENT.connectionGivenUp);
  }

  /** A client found its connection dead. No error results if the client tests it before use. */
  foundDead(tested: boolean): void {
    this.journal.count(EVENT.connectionStale, { tested });
    if (!tested) this.journal.refuse('stale');
  }
}

/** Readers of events have to tell a refusal at a wake from one by a limit. */
const REFUSAL_DETAILS: Readonly<Partial<Record<RefusalKey, Readonly<Record<string, unknown>>>>> = {
  wakeAdmission: { why: 'wakeAdmission' },
};
