import type { Life } from '../compute/index.ts';
import type { Agenda, Slot } from './agenda/agenda.ts';
import { KIND } from './agenda/kinds.ts';

interface AlarmedCompute {
  readonly core: { readonly life: Pick<Life, 'settings' | 'passAlarm' | 'touch'> };
  readonly scaling: { tickIsPast: boolean };
  handle(kind: number, subject: number): void;
}

/**
 * The inactivity alarm of a compute, for fast paths that skip from one activity to the next. When the alarm
 * fires, it finds the compute inactive or sets itself again.
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

  /** The time of the alarm. Infinity if it is not set. */
  get atMs(): number {
    return this.agenda.timeOf(this.slot);
  }

  /** Whether activity moves the alarm on: it is the next event, or it is not set. */
  get movesWithActivity(): boolean {
    return this.isNext || !this.isSet;
  }

  /** The least time without activity after which the compute is suspended. */
  get quietMs(): number {
    return this.compute.core.life.settings.suspendAfterMs ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Fires the alarm if it is the only event before `untilMs`. Returns false otherwise. The alarm sets no
   * event that could tie with an arrival. Only an event of a load could, and beside a load the alarm finds
   * activity.
   */
  goOffBefore(untilMs: number): boolean {
    const { agenda, compute } = this;
    const atMs = agenda.nextMs();
    if (atMs >= untilMs || atMs >= agenda.untilMs || !this.isNext) return false;
    agenda.take();
    compute.handle(KIND.inactivity, 0);
    // The next events of the fast path are not checks for inactivity.
    compute.scaling.tickIsPast = false;
    return true;
  }

  /** Notes activity that moves on an alarm that would have fired by then. Sets the alarm if it is not set. */
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
