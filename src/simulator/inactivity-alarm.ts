import type { Life } from '../compute/index.ts';
import type { Agenda, Slot } from './agenda/agenda.ts';
import { KIND } from './agenda/kinds.ts';

interface AlarmedCompute {
  readonly core: { readonly life: Pick<Life, 'settings' | 'passAlarm' | 'touch'> };
  readonly scaling: { tickIsPast: boolean };
  handle(kind: number, subject: number): void;
}

/**
 * The alarm that finds a compute inactive, or finds that it is not: for fast paths that go from one activity to the
 * next.
 */
export class InactivityAlarm {
  private readonly compute: AlarmedCompute;
  private readonly agenda: Agenda;
  private readonly slot: Slot;

  constructor(compute: AlarmedCompute, agenda: Agenda, slot: Slot) {
    this.compute = compute;
    this.agenda = agenda;
    this.slot = slot;
  }

  get isSet(): boolean {
    return this.agenda.isSet(this.slot);
  }

  /** When it goes off; Infinity while it is not set. */
  get atMs(): number {
    return this.agenda.timeOf(this.slot);
  }

  /** The alarm is the next thing that is due, if it is set: activity before that moves it on. */
  get movesWithActivity(): boolean {
    return this.isNext || !this.isSet;
  }

  /** After so long without activity, at the least, the compute is suspended. */
  get quietMs(): number {
    return this.compute.core.life.settings.suspendAfterMs ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Lets it go off where it is all that is due before an instant; false where it is not. It sets nothing that an
   * arrival could meet in the order of setting: that would be a load, and beside one it finds activity.
   */
  goOffBefore(untilMs: number): boolean {
    const { agenda, compute } = this;
    const atMs = agenda.nextMs();
    if (atMs >= untilMs || atMs >= agenda.untilMs || !this.isNext) return false;
    agenda.take();
    compute.handle(KIND.inactivity, 0);
    // The fast path goes on with events that are not looks.
    compute.scaling.tickIsPast = false;
    return true;
  }

  /** Activity has moved it on, which would have gone off by then, or sets it. */
  pass(activeMs: number): void {
    this.compute.core.life.passAlarm(activeMs);
  }

  touch(atMs: number): void {
    this.compute.core.life.touch(atMs);
  }

  private get isNext(): boolean {
    return this.isSet && this.agenda.next() === this.slot;
  }
}
