import { type Limits, REFUSALS, type Refusal } from '../../engine/index.ts';
import { present } from '../../problem/index.ts';
import type { Service } from '../service.ts';
import type { ComputeEvent } from '../world/compute-events.ts';
import type { Doing } from '../world/live-clients.ts';
import type { LiveCompute } from '../world/live-compute.ts';

/** What a client hears of its visit. After all but `connected` it is over. */
export type VisitOutcome =
  | { readonly kind: 'connected' }
  | { readonly kind: 'refused' | 'timeout' | 'dropped'; readonly why: Refusal };

/** One client from outside at the door of a compute, and inside. */
export class Visit {
  readonly id: string;
  private over = false;
  private hasLeft = false;
  private readonly compute: LiveCompute;
  private readonly service: Service;
  private readonly told: (outcome: VisitOutcome) => void;
  private readonly ended: () => void;

  constructor(
    id: string,
    compute: LiveCompute,
    service: Service,
    told: (outcome: VisitOutcome) => void,
    ended: () => void,
  ) {
    this.id = id;
    this.compute = compute;
    this.service = service;
    this.told = told;
    this.ended = ended;
  }

  /** It is neither inside nor at the door any more. */
  get isOver(): boolean {
    return this.over;
  }

  /** What the setting of its compute gives: connections, servers of the pooler, the temporary disk. */
  get limits(): Limits {
    return this.compute.limits;
  }

  /** Somebody asked for the fault that its compute has no room on its temporary disk. */
  get diskIsFull(): boolean {
    return this.compute.diskIsFull;
  }

  /** What the client does from now on, until it tells otherwise; false where it is not inside. */
  act(doing: Doing): boolean {
    if (this.over) return false;
    return this.service.atPresent(({ nowMs }) => this.compute.act(this.id, doing, nowMs));
  }

  /** The client goes, from inside or from the door. */
  leave(): void {
    this.hasLeft = true;
    if (this.over) return;
    this.end();
    this.service.atPresent(({ nowMs }) => this.compute.disconnect(this.id, nowMs));
  }

  hear({ outcome, why }: Extract<ComputeEvent, { kind: 'session' }>): void {
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
          present(why, 'who is refused or dropped is told why'),
        );
    }
  }

  /** It was turned away at the door, of which the world may have told nobody else. */
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

  /** Whoever hears may act at once, and must not find the world halfway through a step. */
  private tell(outcome: VisitOutcome): void {
    queueMicrotask(() => {
      if (!this.hasLeft) this.told(outcome);
    });
  }
}

/** In the words of Postgres it is the same as being dropped. */
const CLOSED: Refusal = {
  ...REFUSALS.dropped,
  reason: 'somebody closed the connection at the control API',
};
