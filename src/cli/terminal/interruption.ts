/** Lets a user press Ctrl-C while a long answer is made. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Lets pending signals arrive. */
  look(): Promise<void>;
  end(): void;
}

/** Thrown after a partial answer was printed, or if there is no answer. */
export class Interrupted extends Error {
  constructor(what = 'the answer is partial') {
    super(`interrupted: ${what}`);
    this.name = 'Interrupted';
  }
}
