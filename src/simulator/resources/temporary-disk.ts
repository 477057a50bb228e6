import { High } from '../../compute/index.ts';
import type { Settings } from '../settings.ts';

/** What queries have written to the temporary disk and still hold. */
export class TemporaryDisk {
  readonly used = new High();
  usedBytes = 0;
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
      this.used.note(this.limitBytes);
      return false;
    }
    this.usedBytes += bytes;
    this.used.note(this.usedBytes);
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
