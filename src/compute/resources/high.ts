/** The highest that something has been: ever, and since it was last taken. */
export class High {
  ever = 0;
  private recent = 0;

  note(value: number): void {
    if (value <= this.recent) return;
    this.recent = value;
    if (value > this.ever) this.ever = value;
  }

  /** So much higher than this it has been since it was last taken. */
  above(value: number): number {
    return this.recent - value;
  }

  /** The highest since the last time, as it stands now included. */
  recentAt(value: number): number {
    return Math.max(this.recent, value);
  }

  /** From now on only what comes is recent. */
  restart(value: number): void {
    this.note(value);
    this.recent = value;
  }
}
