import type { TraceStream } from '../trace/index.ts';

/** The answer of a server. */
export interface ServerAnswer {
  readonly status: number;
  readonly text: string;
  /** The header `Retry-After`. Null if there is none. */
  readonly retryAfter: string | null;
}

/** Asks a server. Throws if nothing answers, if it takes too long, or if the answer breaks off. */
export type GetAnswer = (url: URL, headers: Readonly<Record<string, string>>) => Promise<ServerAnswer>;

/** Asks a Prometheus server for a path below its address, and returns the parsed answer. */
export type AskPrometheus = (path: string, query: string) => Promise<unknown>;

/** The clock of the host. */
export interface Waiting {
  nowMs(): number;
  /** Throws if the user stops the collection meanwhile. */
  sleep(ms: number): Promise<void>;
  /** Called before each wait that a server makes necessary. */
  tell(waitMs: number, host: string): void;
}

/** Where traces are kept. */
export interface TraceStore {
  /** Whether the trace of a compute is there. */
  has(endpointId: string): boolean;
  /** Writes a trace whole or not at all. */
  write(endpointId: string, trace: TraceStream): Promise<void>;
}
