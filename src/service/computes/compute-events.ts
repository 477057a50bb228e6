import type { REFUSALS, RefusalKey } from '../../compute/index.ts';

/** Events of a compute, for watchers. */
export type LiveComputeEvent =
  | StateEvent
  | {
      /** All connections were interrupted at once, of clients and of the load. */
      readonly kind: 'dropped';
      readonly computeId: string;
      readonly atMs: number;
      readonly connections: number;
    }
  | { readonly kind: 'started'; readonly computeId: string; readonly atMs: number }
  | {
      readonly kind: 'session';
      readonly computeId: string;
      readonly atMs: number;
      readonly sessionId: string;
      readonly outcome: SessionOutcome;
      readonly why: (typeof REFUSALS)[RefusalKey] | null;
    };

/** `done`: its query is. */
export type SessionOutcome = 'connected' | 'refused' | 'dropped' | 'done' | 'closed';

/** From then on a compute has this state and this size. Its state is null once it is deleted. */
export interface StateEvent {
  readonly kind: 'state';
  readonly computeId: string;
  readonly atMs: number;
  readonly state: string | null;
  readonly pending: string | null;
  readonly cu: number;
  readonly reason: string;
}
