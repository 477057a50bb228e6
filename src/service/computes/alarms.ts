import { invariant, present } from '../../problem/index.ts';
import { Agenda, type Slot } from '../../simulator/index.ts';

/** One thing that happens at a time of its own, set and moved as often as needed. */
export interface Alarm {
  /** When it goes off; Infinity: it does not. */
  readonly atMs: number;
  set(atMs: number): void;
  clear(): void;
  /** It is not needed any more; its place is for another. */
  release(): void;
}

/** Everything that is due in the service, on the agenda that the engine runs on too. */
export class Alarms {
  private readonly agenda = new Agenda();
  private readonly due: ((nowMs: number) => void)[] = [];
  private readonly free = new Map<number, Slot[]>();

  alarm(rank: number, run: (nowMs: number) => void): Alarm {
    const slot = this.free.get(rank)?.pop() ?? this.agenda.slot(rank, 0, 0);
    this.due[slot] = run;
    return new SlotAlarm(this.agenda, slot, this, rank);
  }

  /** When something happens next; Infinity where nothing will. */
  nextMs(): number {
    return this.agenda.nextMs();
  }

  /** Does the next thing that is due by then; false where nothing is. `turn` hears of the time first. */
  next(untilMs: number, turn: (nowMs: number) => void): boolean {
    const atMs = this.agenda.nextMs();
    if (atMs > untilMs) return false;
    const slot = this.agenda.take();
    turn(atMs);
    present(this.due[slot], 'an alarm that is set has something to do')(atMs);
    return true;
  }

  /** The slot is for another alarm of its rank. */
  giveBack(slot: Slot, rank: number): void {
    this.due[slot] = nothing;
    const free = this.free.get(rank);
    if (free === undefined) this.free.set(rank, [slot]);
    else free.push(slot);
  }
}

/** There are eight to each compute, so that functions of its own for each would weigh. */
class SlotAlarm implements Alarm {
  private readonly agenda: Agenda;
  private readonly slot: Slot;
  private readonly owner: Alarms;
  private readonly rank: number;

  constructor(agenda: Agenda, slot: Slot, owner: Alarms, rank: number) {
    this.agenda = agenda;
    this.slot = slot;
    this.owner = owner;
    this.rank = rank;
  }

  get atMs(): number {
    return this.agenda.timeOf(this.slot);
  }

  set(atMs: number): void {
    this.agenda.set(this.slot, Math.ceil(atMs));
  }

  clear(): void {
    this.agenda.clear(this.slot);
  }

  release(): void {
    this.agenda.clear(this.slot);
    this.owner.giveBack(this.slot, this.rank);
  }
}

function nothing(): void {
  invariant(false, 'an alarm that was released does not go off');
}
