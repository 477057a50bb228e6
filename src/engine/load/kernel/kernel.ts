import { ONE_MINUTE } from '../../load-average.ts';
import type { LoadChanges } from '../changes.ts';
import * as CELL from './cells.ts';
import { COMPILED } from './compiled.ts';

/** A run whose memory the kernel can hold. */
export interface Guest {
  readonly changes: LoadChanges;
  /** By size. */
  readonly vcpuOf: Float64Array;
  /** By units: the least load that asks for so many. */
  readonly leastLoadOf: readonly number[];
  /** What differs from run to run, while another is with the kernel; null: it has not been there. */
  kept: Float64Array | null;
  /** Writes what the run is given into its cells, before it begins. */
  begin(cells: Float64Array): void;
}

/**
 * The loop of a compute that has a load alone, compiled beforehand: such code needs no warming up, and is twice as fast
 * as what a JavaScript engine makes of the same. It holds one run at a time, which stays until another one comes.
 */
export class Kernel {
  private readonly compiled: Compiled;
  /** All of its memory. */
  private cells: Float64Array;
  private guest: Guest | null = null;
  private changes: LoadChanges | null = null;

  constructor() {
    const bytes = Uint8Array.from(atob(COMPILED), (one) => one.charCodeAt(0));
    this.compiled = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    this.cells = new Float64Array(this.compiled.memory.buffer);
    this.cells.set(ONE_MINUTE, CELL.DECAY);
  }

  /** The cells of a run, until another one is asked for. */
  cellsOf(guest: Guest): Float64Array {
    if (this.guest !== guest) this.take(guest);
    return this.cells;
  }

  /** Does what is due in a run before an instant; true: it has come to a wake, and is not done. */
  advance(guest: Guest, untilMs: number): boolean {
    if (this.guest !== guest) this.take(guest);
    return this.compiled.advance(untilMs) !== 0;
  }

  private take(guest: Guest): void {
    if (this.guest !== null) this.guest.kept = this.cells.slice(0, CELL.OF_A_RUN);
    this.guest = guest;
    if (this.changes !== guest.changes) this.lay(guest.changes);
    const { cells } = this;
    cells.set(guest.vcpuOf, CELL.VCPU_OF);
    cells.set(guest.leastLoadOf, CELL.LEAST_LOAD_OF);
    if (guest.kept !== null) {
      cells.set(guest.kept);
      return;
    }
    cells.fill(0, 0, CELL.OF_A_RUN);
    guest.begin(cells);
    this.compiled.begin();
  }

  /** Runs of the same changes come one after another: to lay them out once is enough for these. */
  private lay(changes: LoadChanges): void {
    this.changes = changes;
    const { memory } = this.compiled;
    const columns = [changes.atMs, changes.vcpu, changes.memoryBytes];
    const length = columns.reduce((sum, column) => sum + column.length, CELL.COLUMNS);
    const missing = length * Float64Array.BYTES_PER_ELEMENT - memory.buffer.byteLength;
    if (missing > 0) {
      memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.cells = new Float64Array(memory.buffer);
    }
    let at = CELL.COLUMNS;
    for (const column of columns) {
      this.cells.set(column, at);
      at += column.length;
    }
  }
}

const PAGE_BYTES = 65_536;

let own: Kernel | null = null;

/** That of this thread: it is made for the first who asks. */
export function kernelOfThread(): Kernel {
  own ??= new Kernel();
  return own;
}

interface Compiled {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  begin(): void;
  advance(untilMs: number): number;
}

// What is needed of it here: the runtime has it, and the types of Node do not.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Compiled };
};
