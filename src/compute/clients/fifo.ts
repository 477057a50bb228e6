/** Numbers, first in first out; an entry that is no longer wanted is passed over by whoever takes it. */
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

  /** The next entry; -1 where there is none. */
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
