/** The end of a service, which comes once: when it is closed, or when it fails. */
export class Ending {
  readonly ended: Promise<void>;
  private resolve: (end: Promise<void>) => void = () => {};
  private hasBegun = false;

  constructor(private readonly end: (failure: { readonly error: unknown } | null) => Promise<void>) {
    this.ended = new Promise((resolve) => {
      this.resolve = resolve;
    });
    // A failure may come before anything awaits the end.
    this.ended.catch(() => {});
  }

  begin(failure: { readonly error: unknown } | null): Promise<void> {
    if (!this.hasBegun) this.resolve(this.end(failure));
    this.hasBegun = true;
    return this.ended;
  }
}
