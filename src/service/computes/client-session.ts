import type { Query } from '../records/live-state.ts';

/** A client that wants in: through the pooler or not, how long it waits, and what it asks first. */
export interface Knock {
  readonly id: string;
  readonly pooled: boolean;
  readonly untilMs: number;
  readonly query: Query;
  /** It goes when its query is done. */
  readonly leaves: boolean;
  /** It lives in a socket of this process: nobody knows when its queries end, and with the process it is gone. */
  readonly outside?: boolean;
}

/** The activity of a session: none, something that needs no CPU such as an open transaction, or a query. */
export type SessionActivity = 'idle' | 'waiting' | 'running';

/** A client by its number in the compute, from its knock until it leaves. */
export interface ClientSession {
  readonly id: string;
  readonly pooled: boolean;
  readonly outside: boolean;
  readonly leaves: boolean;
  /** How long it waits to be let in. */
  readonly untilMs: number;
  /** null: it is not in. */
  openedAtMs: number | null;
  query: Query;
}
