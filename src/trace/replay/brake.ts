/** Whoever takes chunks slower than they come holds this meanwhile: nothing more is read until it is released. */
export class Brake {
  private opening: Promise<void> | null = null;
  private open: () => void = () => {};

  hold(): void {
    this.opening ??= new Promise((resolve) => {
      this.open = resolve;
    });
  }

  release(): void {
    this.opening = null;
    this.open();
  }

  /** null: nobody holds it. */
  get released(): Promise<void> | null {
    return this.opening;
  }
}
