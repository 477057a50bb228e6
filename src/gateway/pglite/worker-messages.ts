import type { Engine } from './engine.ts';

/** The data with which a worker starts. */
export interface Start {
  readonly folder: string;
  /** An archive to unpack into the new folder. Null if the folder has data, or new data are to be made from scratch. */
  readonly packed: string | null;
  readonly database: string;
  readonly engine: Engine;
  /** Two counters: messages sent to the worker, and bytes of answers that no client has taken yet. */
  readonly counts: SharedArrayBuffer;
  /** The worker waits while more bytes of answers than this have not been taken. */
  readonly mostAhead: number;
}

/** The parameters of a compute that its sessions see and cannot change. */
export interface ComputeParameters {
  readonly readOnly: boolean;
  readonly maxConnections: number;
}

/** Bytes of a client (`feed`), our own statements, whose answers no client gets (`own`), and the end. */
export type ToWorker =
  | ({ readonly kind: 'compute' } & ComputeParameters)
  | { readonly kind: 'feed'; readonly bytes: Uint8Array }
  | { readonly kind: 'own'; readonly bytes: Uint8Array }
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'opened' | 'closed' }
  | { readonly kind: 'failed'; readonly why: string }
  /** Postgres has begun to read this many bytes. */
  | { readonly kind: 'took'; readonly bytes: number }
  | { readonly kind: 'data' | 'answer'; readonly bytes: Uint8Array }
  /** `processed`: Postgres has processed all bytes that it has read. `answered`: our own statements are done. */
  | { readonly kind: 'processed' | 'answered' };
