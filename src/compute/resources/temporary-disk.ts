import { High } from './high.ts';
import type { Limits } from './limits.ts';

/** What queries have written to the temporary disk and still hold. */
export class TemporaryDisk {
  readonly used = new High();
  usedBytes = 0;
  private readonly settings: { readonly limits: Limits };

  constructor(settings: { readonly limits: Limits }) {
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
