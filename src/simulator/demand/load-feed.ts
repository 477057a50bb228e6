import type { LoadFeedPorts, LoadTotal, RefusalKey } from '../../compute/index.ts';
import { takeChange, totalOf } from '../../workload/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import { EVENT } from '../recorder/event-kinds.ts';
import type { Journal } from '../recorder/journal.ts';
import type { DemandSource, LoadSource } from './sources.ts';

/** The parts of a compute that its load uses. */
interface LoadedCompute {
  readonly load: { readonly returnsAtMs: number; comeBack(): void };
  readonly scaling: { wantTick(nowMs: number): void };
  readonly journal: Journal;
}

/** Feeds the load of one compute with the demand of all its load sources. */
export class LoadFeed implements LoadFeedPorts {
  private readonly sources: readonly LoadSource[];
  private readonly compute: LoadedCompute;
  private readonly agenda: Agenda;

  constructor(compute: LoadedCompute, sources: readonly DemandSource[], agenda: Agenda) {
    this.compute = compute;
    this.sources = sources.filter((source) => source.kind === 'load');
    this.agenda = agenda;
  }

  get asked(): LoadTotal {
    return totalOf(this.sources);
  }

  /** The time of the next change of a source. */
  get changesMs(): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { slot } of this.sources) nextMs = Math.min(nextMs, this.agenda.timeOf(slot));
    return nextMs;
  }

  /** Handles a change of a source, or a retry of the load. A change to the same values is not activity. */
  due(source: LoadSource): void {
    const { nowMs, untilMs } = this.agenda;
    const { load, scaling } = this.compute;
    const { ahead } = source;
    const isOther = ahead.nextMs <= nowMs && takeChange(source, untilMs);
    if (!isOther && nowMs < load.returnsAtMs) {
      this.agenda.set(source.slot, Math.min(ahead.nextMs, load.returnsAtMs));
      // The autoscaler has foreseen ticks only up to this change.
      scaling.wantTick(nowMs);
      return;
    }
    this.agenda.set(source.slot, ahead.nextMs);
    load.comeBack();
  }

  scheduleReturn(atMs: number): void {
    const { agenda } = this;
    for (const { slot, ahead } of this.sources) {
      if (atMs === Number.POSITIVE_INFINITY) agenda.set(slot, ahead.nextMs);
      else if (atMs < agenda.timeOf(slot)) agenda.set(slot, atMs);
    }
  }

  opened(): void {
    this.compute.journal.count(EVENT.connectionOpened, { flow: true });
  }

  refused(key: RefusalKey, connections: number): void {
    const { journal } = this.compute;
    if (key === 'connections') journal.count(EVENT.connectionRefused, { clients: connections }, connections);
    journal.refuse(key, connections);
  }
}
