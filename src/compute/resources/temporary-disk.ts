import { High } from './high.ts';
import type { Limits } from './limits.ts';

/** The data that queries have written to the temporary disk and still keep. */
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

  /** Takes disk space. Returns false if there is not enough. The disk then counts as full. */
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

  /** Frees all space, because the disk is gone with its machine. */
  clear(): void {
    this.usedBytes = 0;
  }
}
