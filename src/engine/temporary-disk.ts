import type { Settings } from './settings.ts';

/** What queries have written to the temporary disk and still hold. */
export class TemporaryDisk {
  highestBytes = 0;
  private usedBytes = 0;
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  get limitBytes(): number {
    return this.settings.limits.diskBytes;
  }

  /** False where there is no room: the disk was full then. */
  take(bytes: number): boolean {
    if (this.usedBytes + bytes > this.limitBytes) {
      this.highestBytes = this.limitBytes;
      return false;
    }
    this.usedBytes += bytes;
    this.highestBytes = Math.max(this.highestBytes, this.usedBytes);
    return true;
  }

  give(bytes: number): void {
    this.usedBytes -= bytes;
  }

  /** The machine is gone, and its disk with it. */
  clear(): void {
    this.usedBytes = 0;
  }
}
