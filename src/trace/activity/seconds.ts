import { SECOND_MS } from '../../facts/index.ts';
import type { Quantity } from '../quantity.ts';

/** The activity in one second. */
interface Second {
  readonly atMs: number;
  queries: number;
  /** How many queries have a known duration, and the sum of their durations. */
  timed: number;
  queryMs: number;
  /** How long queries ran in this second, summed over all of them. */
  busyMs: number;
  newConnections: number;
  temporaryBytes: number;
  /** The most open connections, and how many at the end of the second. NaN if no connection was opened or closed. */
  mostOpen: number;
  lastOpen: number;
}

/** The kinds of entries that the log has. Before the first entry of a kind, its absence may mean that it is not logged. */
interface LoggedKinds {
  queries: boolean;
  durations: boolean;
  connects: boolean;
  disconnects: boolean;
  temporary: boolean;
}

/** Counts what happens in each second. A second without anything has no sample. */
export class Seconds {
  readonly logged: LoggedKinds = {
    queries: false,
    durations: false,
    connects: false,
    disconnects: false,
    temporary: false,
  };
  readonly #quantities: readonly Quantity[];
  readonly #waiting = new Map<number, Second>();
  #returnedMs = Number.NEGATIVE_INFINITY;
  #latest: Second | null = null;
  #open = Number.NaN;

  constructor(quantities: readonly Quantity[]) {
    this.#quantities = quantities;
  }

  /** The second of an instant, or the first one not yet returned if that is later. */
  at(ms: number): Second {
    const atMs = Math.max(Math.floor(ms / SECOND_MS) * SECOND_MS, this.#returnedMs);
    if (this.#latest?.atMs === atMs) return this.#latest;
    let second = this.#waiting.get(atMs);
    if (second === undefined) {
      second = emptySecond(atMs);
      this.#waiting.set(atMs, second);
    }
    this.#latest = second;
    return second;
  }

  /** A connection was opened or closed. */
  setOpen(ms: number, before: number, after: number): void {
    const second = this.at(ms);
    const most = Number.isNaN(second.mostOpen) ? before : second.mostOpen;
    second.mostOpen = Math.max(most, after);
    second.lastOpen = after;
  }

  /** Counts the time during which a query ran, except seconds that were already returned. */
  ran(fromMs: number, untilMs: number): void {
    for (let ms = Math.max(fromMs, this.#returnedMs); ms < untilMs; ) {
      const second = this.at(ms);
      const endMs = Math.min(second.atMs + SECOND_MS, untilMs);
      second.busyMs += endMs - ms;
      ms = endMs;
    }
  }

  /** The samples of all complete seconds before an instant, in order. */
  take(beforeMs: number): { readonly times: Float64Array; readonly values: readonly Float64Array[] } {
    const taken = [...this.#waiting.values()].filter(({ atMs }) => atMs < beforeMs);
    taken.sort((a, b) => a.atMs - b.atMs);
    for (const { atMs } of taken) this.#waiting.delete(atMs);
    this.#returnedMs = Math.max(this.#returnedMs, beforeMs);
    this.#latest = null;
    const values = this.#quantities.map(() => new Float64Array(taken.length));
    taken.forEach((second, row) => {
      this.#carry(second);
      this.#quantities.forEach((quantity, at) => {
        (values[at] as Float64Array)[row] = sampleOf(quantity, second, this.logged);
      });
    });
    return { times: Float64Array.from(taken, ({ atMs }) => atMs), values };
  }

  /** A second in which no connection is opened or closed has as many as the second before. */
  #carry(second: Second): void {
    if (Number.isNaN(second.mostOpen)) second.mostOpen = this.#open;
    else this.#open = second.lastOpen;
  }
}

function emptySecond(atMs: number): Second {
  return {
    atMs,
    queries: 0,
    timed: 0,
    queryMs: 0,
    busyMs: 0,
    newConnections: 0,
    temporaryBytes: 0,
    mostOpen: Number.NaN,
    lastOpen: Number.NaN,
  };
}

function sampleOf(quantity: Quantity, second: Second, told: LoggedKinds): number {
  switch (quantity) {
    case 'queries':
      return told.queries ? second.queries : Number.NaN;
    case 'queryMs':
      return second.timed === 0 ? Number.NaN : second.queryMs / second.timed;
    case 'activeConnections':
      return told.durations ? second.busyMs / SECOND_MS : Number.NaN;
    case 'newConnections':
      return told.connects ? second.newConnections : Number.NaN;
    case 'connections':
      return told.disconnects ? second.mostOpen : Number.NaN;
    case 'temporaryBytes':
      return told.temporary ? second.temporaryBytes : Number.NaN;
    default:
      return Number.NaN;
  }
}
