import { Fifo } from './fifo.ts';
import type { Visits } from './visits.ts';

/** Visits that wait, first in first out. A ticket is for one stay in the queue: the queue skips those of visits that left. */
export class VisitQueue {
  private readonly tickets = new Fifo();
  private readonly visits: Visits;
  private readonly phase: number;

  constructor(visits: Visits, phase: number) {
    this.visits = visits;
    this.phase = phase;
  }

  push(visit: number): void {
    const { use } = this.visits;
    this.visits.phase[visit] = this.phase;
    // A visit that left the queue and comes again waits at its end: its earlier ticket is void.
    use[visit] = (use[visit] as number) + 1;
    this.tickets.push((this.visits.use[visit] as number) * TICKET + visit);
  }

  /** All who still wait, in order. */
  all(): number[] {
    return this.tickets
      .all()
      .filter((ticket) => this.waits(ticket))
      .map((ticket) => ticket % TICKET);
  }

  /** The next who still waits; -1 where nobody does. */
  next(): number {
    for (;;) {
      const ticket = this.tickets.shift();
      if (ticket < 0) return -1;
      if (this.waits(ticket)) return ticket % TICKET;
    }
  }

  private waits(ticket: number): boolean {
    const visit = ticket % TICKET;
    return this.visits.phase[visit] === this.phase && this.visits.use[visit] === Math.floor(ticket / TICKET);
  }
}

const TICKET = 2 ** 24;
