/** Somebody may press Ctrl-C while a long answer is made. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Lets the world outside have its turn. */
  look(): Promise<void>;
  end(): void;
}

/** Thrown once it is known what there is: a partial answer that is out, or nothing. */
export class Interrupted extends Error {
  constructor(what = 'the answer is partial') {
    super(`interrupted: ${what}`);
    this.name = 'Interrupted';
  }
}
