import type { Asker, Snapshot } from './asker.ts';
import type { ComputeView } from './settings.ts';
import type { Features } from './statements.ts';

/** A recorder's access to the world. */
export interface RecorderPorts {
  nowMs(): number;
  /** Resolves at this time, or earlier if the recording has to end. */
  sleepUntil(atMs: number): Promise<void>;
  readonly isStopped: () => boolean;
  connect(): Promise<Asker>;
  /** Asks the management API about the compute, which wakes nothing. Null if there is no API. */
  readonly look: (() => Promise<ComputeView>) | null;
  tell(news: News): void;
}

/** Events that a user should see while recording. */
export type News =
  | { readonly kind: 'connected'; readonly features: Features; readonly snapshot: Snapshot }
  | { readonly kind: 'lost' | 'api lost'; readonly error: unknown }
  | { readonly kind: 'state'; readonly state: RecorderState; readonly samples: number };

type RecorderState = 'asking' | 'quiet' | 'asleep' | 'trying again';
