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
  private readonly told: (outcome: ConnectionOutcome) => void;
  private readonly ended: () => void;

  constructor(
    id: string,
    compute: LiveCompute,
    service: Service,
    told: (outcome: ConnectionOutcome) => void,
    ended: () => void,
  ) {
    this.id = id;
    this.compute = compute;
    this.service = service;
    this.told = told;
    this.ended = ended;
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

  hear({ outcome, why }: Extract<LiveComputeEvent, { kind: 'session' }>): void {
    switch (outcome) {
      case 'connected':
        this.tell({ kind: 'connected' });
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
    this.tell({ kind, why });
  }

  private end(): void {
    this.over = true;
    this.ended();
  }

  /** Tells the client once the world has finished its step, because the client may act on the world at once. */
  private tell(outcome: ConnectionOutcome): void {
    queueMicrotask(() => {
      if (!this.hasLeft) this.told(outcome);
    });
  }
}

/** Clients get the Postgres error of a dropped connection, with another reason. */
const CLOSED: Refusal = {
  ...REFUSALS.dropped,
  reason: 'somebody closed the connection at the control API',
};
