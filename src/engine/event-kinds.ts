/** Everything that a run counts and can write out, refused and ignored things too. */
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

/** Where each kind is counted. */
export const eventIndex = Object.fromEntries(EVENT_KINDS.map((kind, i) => [kind, i])) as Record<
  EventKind,
  number
>;

/** A line of the events file. */
export interface RunEvent {
  readonly atMs: number;
  readonly compute: string;
  readonly kind: EventKind;
  readonly [detail: string]: unknown;
}

export type EventSink = (event: RunEvent) => void;
