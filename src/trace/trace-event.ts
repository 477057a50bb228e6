/** Something that happened at one instant. */
export const EVENT_KINDS = ['connect', 'disconnect', 'query', 'suspend', 'resume'] as const;

export type TraceEventKind = (typeof EVENT_KINDS)[number];

export interface TraceEvent {
  /** When it began, in milliseconds since 1970 in UTC. */
  readonly atMs: number;
  readonly kind: TraceEventKind;
  /** Which session it belongs to, so that a connect finds its disconnect. */
  readonly session?: string;
  readonly user?: string;
  readonly database?: string;
  readonly application?: string;
  /** Where the client is. */
  readonly host?: string;
  /** How long a query, or a session that ends, has lasted. */
  readonly durationMs?: number;
  /** What a query looks like with its constants taken out. */
  readonly query?: string;
}

/** What is not known of an event is not there. */
export const TRACE_EVENT_WORDS = ['session', 'user', 'database', 'application', 'host', 'query'] as const;
