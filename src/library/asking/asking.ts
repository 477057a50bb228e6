/** How to ask: what may be read, how to stop, and who wants to know how far it has come. */
export interface AskOptions {
  /** If it is aborted, the work soon ends, and the question fails with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called now and then while the question is answered. */
  readonly onProgress?: (progress: QuestionProgress) => void;
  /** How many processors to use. In Node all of them if nothing is said; a browser has no other threads. */
  readonly threads?: number;
  /** Files in memory, by the paths under which options and scenarios name them. They go before those on disk. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** How far a question has come. */
export interface QuestionProgress {
  /** The kind of work, such as `planning`. */
  readonly doing: string;
  /** The part that is done, from 0 to 1. */
  readonly share: number;
  /** The best result so far, in words. */
  readonly found?: string;
}
