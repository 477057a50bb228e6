import type { Asker, Snapshot } from './asker.ts';
import type { ComputeView } from './settings.ts';
import type { Features } from './statements.ts';

/** What a recorder touches of the world. */
export interface RecorderPorts {
  nowMs(): number;
  /** Resolves at this time, or earlier where somebody wants the recording to end. */
  sleepUntil(atMs: number): Promise<void>;
  readonly isStopped: () => boolean;
  connect(): Promise<Asker>;
  /** Looks at the compute without waking it; null where nothing can. */
  readonly look: (() => Promise<ComputeView>) | null;
  tell(news: News): void;
}

/** What people should hear of while it happens. */
export type News =
  | { readonly kind: 'connected'; readonly features: Features; readonly snapshot: Snapshot }
  | { readonly kind: 'lost' | 'api lost'; readonly error: unknown }
  | { readonly kind: 'state'; readonly state: RecorderState; readonly samples: number };

type RecorderState = 'asking' | 'quiet' | 'asleep' | 'trying again';
