import { REFUSALS } from '../../engine/index.ts';
import type { Step } from '../records/step.ts';
import type { Service } from '../service.ts';
import { type Destination, destinationOf } from './destination.ts';
import { Visit, type VisitOutcome } from './visit.ts';

export interface VisitWish {
  readonly endpointId: string;
  readonly pooled: boolean;
  /** How long the client waits at the door of a compute that sleeps. */
  readonly waitMs: number;
}

/**
 * The service as a gateway sees it: where its clients want to go, their visits there, and what becomes of branches and
 * databases. Nothing of it may be called by somebody who listens to the service's events while they are told.
 */
export class Visits {
  private readonly service: Service;
  private readonly open = new Map<string, Visit>();
  private given = 0;

  constructor(service: Service) {
    this.service = service;
    service.listen(({ event }) => {
      if (event.kind === 'session') this.open.get(event.sessionId)?.hear(event);
    });
  }

  /** Whatever a client has to be checked against, as it is now; undefined where there is no such compute. */
  find(endpointId: string): Destination | undefined {
    this.service.turn();
    return destinationOf(this.service.world, endpointId);
  }

  /**
   * A client wants in; undefined where there is no such compute. `told` hears what comes of it, and nothing any more
   * once the visit has left. By the time that it is let in, the compute may be one of another branch.
   */
  knock({ endpointId, pooled, waitMs }: VisitWish, told: (outcome: VisitOutcome) => void): Visit | undefined {
    return this.service.atPresent(({ computes, nowMs }) => {
      const compute = computes.get(endpointId);
      if (compute === undefined) return undefined;
      // Ids of the world's own follow from its seed, whoever comes in between.
      const id = `g-${++this.given}`;
      const visit = new Visit(id, compute, this.service, told, () => this.open.delete(id));
      this.open.set(id, visit);
      const refusal = compute.connect(
        { id, pooled, untilMs: nowMs + waitMs, query: NONE, leaves: false, outside: true },
        nowMs,
      );
      if (refusal !== null) visit.refused(REFUSALS[refusal]);
      return visit;
    });
  }

  /** See `Service.follow`. */
  follow(follower: (steps: readonly Step[]) => void): () => void {
    return this.service.follow(follower);
  }
}

const NONE = { cpuMs: 0, waitMs: 0, memoryBytes: 0 } as const;
