import { FIVE_MINUTES, ONE_MINUTE } from '../../../compute/index.ts';
import * as CELL from './cells.ts';
import { COMPILED } from './compiled.ts';

/** Whose memory the kernel can hold. */
export interface Guest {
  readonly changes: Changes;
  /** By size. */
  readonly vcpuOf: Float64Array;
  /** By units: the least load that asks for so many. */
  readonly leastLoadOf: readonly number[];
  /** Writes what it has into the cells of a run. */
  enter(cells: Float64Array): void;
  /** Another one comes: what it needs of them it has to keep. */
  leave(cells: Float64Array): void;
}

/** Changes of a load in columns: when each comes, and what is wanted from then on. */
export interface Changes {
  /** Another number where the columns hold others by now. */
  readonly block: number;
  /** After the start of the run. There is one more than of the others: when the load changes after the last. */
  readonly atMs: Float64Array;
  readonly vcpu: Float64Array;
  readonly memoryBytes: Float64Array;
}

/**
 * The loop of a compute that has a load alone, compiled beforehand: such code needs no warming up, and is twice as fast
 * as what a JavaScript engine makes of the same. It holds one guest at a time, which stays until another one comes.
 */
export class Kernel {
  private readonly compiled: Compiled;
  /** All of its memory. */
  private cells: Float64Array;
  private guest: Guest | null = null;
  private changes: Changes | null = null;
  private block = 0;

  constructor() {
    const bytes = Uint8Array.from(atob(COMPILED), (one) => one.charCodeAt(0));
    this.compiled = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    this.cells = new Float64Array(this.compiled.memory.buffer);
    this.cells.set(ONE_MINUTE, CELL.DECAY1);
    this.cells.set(FIVE_MINUTES, CELL.DECAY5);
  }

  /** The cells of a guest, until another one comes or its changes are others. */
  cellsOf(guest: Guest): Float64Array {
    this.take(guest);
    return this.cells;
  }

  /** Does what is due in a run before an instant; true: it has come to a wake, and is not done. */
  advance(guest: Guest, untilMs: number): boolean {
    this.take(guest);
    return this.compiled.advance(untilMs) !== 0;
  }

  /** Does what is due in a stay that a run leads, before an instant, and says how it ended. */
  stayLed(guest: Guest, untilMs: number): number {
    this.take(guest);
    return this.compiled.stayLed(untilMs);
  }

  private take(guest: Guest): void {
    const { changes } = guest;
    // Runs of the same changes come one after another: to lay them out once is enough for these.
    if (this.changes !== changes || this.block !== changes.block) this.lay(changes);
    if (this.guest === guest) return;
    this.guest?.leave(this.cells);
    this.guest = guest;
    const { cells } = this;
    cells.set(guest.vcpuOf, CELL.VCPU_OF);
    cells.set(guest.leastLoadOf, CELL.LEAST_LOAD_OF);
    guest.enter(cells);
  }

  private lay(changes: Changes): void {
    const { atMs, vcpu, memoryBytes, block } = changes;
    this.changes = changes;
    this.block = block;
    const { memory } = this.compiled;
    const length = CELL.COLUMNS + atMs.length + vcpu.length + memoryBytes.length;
    const missing = length * Float64Array.BYTES_PER_ELEMENT - memory.buffer.byteLength;
    if (missing > 0) {
      memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.cells = new Float64Array(memory.buffer);
    }
    this.cells.set(atMs, CELL.COLUMNS);
    this.cells.set(vcpu, CELL.COLUMNS + atMs.length);
    this.cells.set(memoryBytes, CELL.COLUMNS + atMs.length + vcpu.length);
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
  advance(untilMs: number): number;
  stayLed(untilMs: number): number;
}

// What is needed of it here: the runtime has it, and the types of Node do not.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Compiled };
};
