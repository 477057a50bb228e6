/** The kinds of events that a run counts and can write out, including refused and ignored ones. */
export const EVENT_KINDS = [
  'state',
  'resized',
  'wake',
  'restart',
  'suspend',
  'query.done',
  'connection.held',
  'connection.opened',
  'connection.refused',
  'connection.timedOut',
  'connection.retried',
  'connection.givenUp',
  'connection.dropped',
  'connection.stale',
  'pool.queued',
  'pool.timedOut',
  'query.dropped',
  'disk.full',
  'memory.kill',
  'downscale.denied',
  'release.pickedUp',
  'command.done',
  'command.rejected',
  'quota.spent',
  'quota.renewed',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The number of each kind in `EVENT_KINDS`. Counts use numbers, because every event of a run is counted. */
export const EVENT = {
  state: 0,
  resized: 1,
  wake: 2,
  restart: 3,
  suspend: 4,
  queryDone: 5,
  connectionHeld: 6,
  connectionOpened: 7,
  connectionRefused: 8,
  connectionTimedOut: 9,
  connectionRetried: 10,
  connectionGivenUp: 11,
  connectionDropped: 12,
  connectionStale: 13,
  poolQueued: 14,
  poolTimedOut: 15,
  queryDropped: 16,
  diskFull: 17,
  memoryKill: 18,
  downscaleDenied: 19,
  releasePickedUp: 20,
  commandDone: 21,
  commandRejected: 22,
  quotaSpent: 23,
  quotaRenewed: 24,
} as const;
export type EventNumber = (typeof EVENT)[keyof typeof EVENT];

/** A line of the events file. An event of each kind has fields of its own. */
export interface RunEvent {
  /** When, in milliseconds from the start of the run. */
  readonly atMs: number;
  /** The name of the compute. */
  readonly compute: string;
  /** The kind of event. */
  readonly kind: EventKind;
  readonly [detail: string]: unknown;
}

export type EventSink = (event: RunEvent) => void;
