export const TRACE_EVENT_KINDS = ['connect', 'disconnect', 'query', 'suspend', 'resume'] as const;

export type TraceEventKind = (typeof TRACE_EVENT_KINDS)[number];

/** An event of a trace, such as a connection. */
export interface TraceEvent {
  /** The start, in milliseconds since 1970 in UTC. */
  readonly atMs: number;
  /** The kind of event. */
  readonly kind: TraceEventKind;
  /** The session of the event, which links a connect to its disconnect. */
  readonly session?: string;
  /** The user of the database. */
  readonly user?: string;
  /** The name of the database. */
  readonly database?: string;
  /** The `application_name` of the client. */
  readonly application?: string;
  /** The address of the client. */
  readonly host?: string;
  /** How long a query took, or how long the session that ends has lasted. */
  readonly durationMs?: number;
  /** The text of a query with its constants replaced. */
  readonly query?: string;
}

/** The optional text fields of an event. An unknown one is absent. */
export const TRACE_EVENT_WORDS = ['session', 'user', 'database', 'application', 'host', 'query'] as const;
