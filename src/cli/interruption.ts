/** Somebody may press Ctrl-C while a long answer is made. */
export interface Interruption {
  readonly asked: boolean;
  /** Lets the world outside have its turn. */
  look(): Promise<void>;
  end(): void;
}

/** Thrown once the partial answer is out. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted: the answer is partial');
    this.name = 'Interrupted';
  }
}
