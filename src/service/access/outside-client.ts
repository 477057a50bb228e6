import { REFUSALS, type Refusal } from '../../compute/index.ts';
import { present } from '../../problem/index.ts';
import type { SessionActivity } from '../computes/client-session.ts';
import type { LiveComputeEvent } from '../computes/compute-events.ts';
import type { LiveCompute } from '../computes/live-compute.ts';
import type { Service } from '../service.ts';
import type { ClientConnection, ConnectionLimits, ConnectionOutcome } from './compute-access.ts';

/** A client from outside, which waits for a compute or is connected to it. */
export class OutsideClient implements ClientConnection {
  readonly id: string;
  private over = false;
  private hasLeft = false;
  private readonly compute: LiveCompute;
  private readonly service: Service;
  private readonly onOutcome: (outcome: ConnectionOutcome) => void;
  private readonly onEnd: () => void;

  constructor(
    id: string,
    compute: LiveCompute,
    service: Service,
    onOutcome: (outcome: ConnectionOutcome) => void,
    onEnd: () => void,
  ) {
    this.id = id;
    this.compute = compute;
    this.service = service;
    this.onOutcome = onOutcome;
    this.onEnd = onEnd;
  }

  get isOver(): boolean {
    return this.over;
  }

  get limits(): ConnectionLimits {
    return this.compute.limits;
  }

  get diskIsFull(): boolean {
    return this.compute.diskIsFull;
  }

  report(activity: SessionActivity): boolean {
    if (this.over) return false;
    return this.service.atPresent(({ nowMs }) => this.compute.act(this.id, activity, nowMs));
  }

  leave(): void {
    this.hasLeft = true;
    if (this.over) return;
    this.end();
    this.service.atPresent(({ nowMs }) => this.compute.disconnect(this.id, nowMs));
  }

  handle({ outcome, why }: Extract<LiveComputeEvent, { kind: 'session' }>): void {
    switch (outcome) {
      case 'connected':
        this.notify({ kind: 'connected' });
        return;
      case 'done':
        return;
      case 'closed':
        this.finish('dropped', CLOSED);
        return;
      default:
        this.finish(
          why === REFUSALS.timeout ? 'timeout' : outcome,
          present(why, 'a client that is refused or dropped is told why'),
        );
    }
  }

  /** The compute refused the client at once. Some of these refusals cause no event in the world. */
  refused(why: Refusal): void {
    if (!this.over) this.finish('refused', why);
  }

  private finish(kind: 'refused' | 'timeout' | 'dropped', why: Refusal): void {
    this.end();
    this.notify({ kind, why });
  }

  private end(): void {
    this.over = true;
    this.onEnd();
  }

  /** Tells the client once the world has finished its step, because the client may act on the world at once. */
  private notify(outcome: ConnectionOutcome): void {
    queueMicrotask(() => {
      if (!this.hasLeft) this.onOutcome(outcome);
    });
  }
}

/** Clients get the Postgres error of a dropped connection, with another reason. */
const CLOSED: Refusal = {
  ...REFUSALS.dropped,
  reason: 'the connection was closed at the control API',
};
