import { Fifo } from './fifo.ts';
import type { Visits } from './visits.ts';

/**
 * A queue of visits. A visit gets a ticket each time it queues. The queue skips tickets of visits that have
 * left.
 */
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
    // A visit that left and queues again waits at the end. Its earlier ticket is void.
    use[visit] = (use[visit] as number) + 1;
    this.restore(visit);
  }

  /** Queues a visit that a fast path has queued already. */
  restore(visit: number): void {
    this.tickets.push((this.visits.use[visit] as number) * TICKET + visit);
  }

  /** All visits that still wait, in order. */
  all(): number[] {
    return this.tickets
      .all()
      .filter((ticket) => this.waits(ticket))
      .map((ticket) => ticket % TICKET);
  }

  /** Removes and returns the next visit that still waits. Returns -1 if there is none. */
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
