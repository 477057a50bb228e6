/** The maximum of a value: of all time, and recent, which is since the last `restart`. */
export class High {
  ever = 0;
  private recent = 0;

  note(value: number): void {
    if (value <= this.recent) return;
    this.recent = value;
    if (value > this.ever) this.ever = value;
  }

  /** Returns by how much the recent maximum exceeds a value. */
  above(value: number): number {
    return this.recent - value;
  }

  /** Returns the recent maximum, with the present value included. */
  recentAt(value: number): number {
    return Math.max(this.recent, value);
  }

  /** Begins a new recent maximum with the present value. */
  restart(value: number): void {
    this.note(value);
    this.recent = value;
  }
}
