import { REFUSALS } from '../../compute/index.ts';
import type { ClockMode } from '../clock.ts';
import { NO_QUERY } from '../records/live-state.ts';
import type { Service } from '../service.ts';
import { observeChanges } from './change-observer.ts';
import type {
  ClientConnection,
  ComputeAccess,
  ComputeObserver,
  ConnectionOutcome,
  ConnectionRequest,
  ConnectionTarget,
} from './compute-access.ts';
import { targetOf } from './connection-target.ts';
import { OutsideClient } from './outside-client.ts';

/** Gives a gateway its access to the computes of a service. */
export function openAccess(service: Service): ComputeAccess {
  return new ServiceAccess(service);
}

class ServiceAccess implements ComputeAccess {
  private readonly service: Service;
  private readonly clients = new Map<string, OutsideClient>();
  private clientCount = 0;

  constructor(service: Service) {
    this.service = service;
    service.listen(({ event }) => {
      if (event.kind === 'session') this.clients.get(event.sessionId)?.handle(event);
    });
  }

  get clock(): ClockMode {
    return this.service.clock.mode;
  }

  branchIds(): readonly string[] {
    return [...this.service.world.tables.branches.all()].map(({ id }) => id);
  }

  find(endpointId: string): ConnectionTarget | undefined {
    this.service.turn();
    return targetOf(this.service.world, endpointId);
  }

  connect(
    { endpointId, pooled, waitMs }: ConnectionRequest,
    onOutcome: (outcome: ConnectionOutcome) => void,
  ): ClientConnection | undefined {
    return this.service.atPresent(({ computes, nowMs }) => {
      const compute = computes.get(endpointId);
      if (compute === undefined) return undefined;
      // This counter leaves the world's own ids alone: they follow from the seed, whoever connects in between.
      const id = `g-${++this.clientCount}`;
      const client = new OutsideClient(id, compute, this.service, onOutcome, () => this.clients.delete(id));
      this.clients.set(id, client);
      const refusal = compute.connect(
        { id, pooled, untilMs: nowMs + waitMs, query: NO_QUERY, leaves: false, outside: true },
        nowMs,
      );
      if (refusal !== null) client.refused(REFUSALS[refusal]);
      return client;
    });
  }

  observe(observer: ComputeObserver): () => void {
    return observeChanges(this.service, observer);
  }
}
