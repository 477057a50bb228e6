/** A queue of numbers. It cannot remove an entry in the middle: the consumer skips entries that are void. */
export class Fifo {
  private entries: number[] = [];
  private head = 0;

  push(entry: number): void {
    this.entries.push(entry);
  }

  /** All entries, the next one first. */
  all(): readonly number[] {
    return this.entries.slice(this.head);
  }

  /** Removes and returns the next entry. Returns -1 if the queue is empty. */
  shift(): number {
    if (this.head === this.entries.length) return -1;
    const entry = this.entries[this.head++] as number;
    if (this.head > 1024 && this.head * 2 > this.entries.length) {
      this.entries = this.entries.slice(this.head);
      this.head = 0;
    }
    return entry;
  }
}
