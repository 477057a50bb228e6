import type { Engine } from './engine.ts';

/** What a worker is started with. */
export interface Start {
  readonly folder: string;
  /** What the folder begins as: this file, unpacked. Null: it is there, or is made from nothing. */
  readonly packed: string | null;
  readonly database: string;
  readonly engine: Engine;
  /** Two numbers: how often something was sent to the worker, and how many bytes of answers nobody has taken yet. */
  readonly counts: SharedArrayBuffer;
  /** So many bytes of answers may be on their way before the worker waits. */
  readonly mostAhead: number;
}

/** What a session sees of its compute, whatever the session sets. */
export interface ComputeParameters {
  readonly readOnly: boolean;
  readonly maxConnections: number;
}

/** What a client sends, statements of our own whose answer no client sees, and the end. */
export type ToWorker =
  | ({ readonly kind: 'compute' } & ComputeParameters)
  | { readonly kind: 'feed'; readonly bytes: Uint8Array }
  | { readonly kind: 'aside'; readonly bytes: Uint8Array }
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'opened' | 'closed' }
  | { readonly kind: 'failed'; readonly why: string }
  /** So many bytes of a feed are being read. */
  | { readonly kind: 'took'; readonly bytes: number }
  | { readonly kind: 'data' | 'answer'; readonly bytes: Uint8Array }
  /** All that was taken has been worked off. */
  | { readonly kind: 'rested' | 'answered' };
