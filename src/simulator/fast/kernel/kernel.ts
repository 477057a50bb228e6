import { FIVE_MINUTES, ONE_MINUTE } from '../../../compute/index.ts';
import { COMPILED } from './compiled.ts';
import * as OFFSET from './memory-layout.ts';

/** Whoever has its state in the kernel's memory, in turns with others. */
export interface KernelUser {
  readonly changes: Changes;
  /** By size. */
  readonly vcpuOf: Float64Array;
  /** By units: the least load that asks for so many. */
  readonly leastLoadOf: readonly number[];
  /** Writes its state to the memory of the kernel. */
  enter(cells: Float64Array): void;
  /** Another one comes: what it needs of them it has to keep. */
  leave(cells: Float64Array): void;
}

/** Changes of a load in columns: when each comes, and what is wanted from then on. */
interface Changes {
  /** Another number where the columns hold others by now. */
  readonly block: number;
  /** After the start of the run. There is one more than of the others: when the load changes after the last. */
  readonly atMs: Float64Array;
  readonly vcpu: Float64Array;
  readonly memoryBytes: Float64Array;
}

/**
 * The loop of a compute that has a load alone, compiled beforehand: such code needs no warming up, and is twice as fast
 * as what a JavaScript engine makes of the same. It holds the state of one user at a time.
 */
class Kernel {
  private readonly compiled: Compiled;
  /** All of its memory. */
  private cells: Float64Array;
  private user: KernelUser | null = null;
  private changes: Changes | null = null;
  private block = 0;

  constructor() {
    const bytes = Uint8Array.from(atob(COMPILED), (one) => one.charCodeAt(0));
    this.compiled = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    this.cells = new Float64Array(this.compiled.memory.buffer);
    this.cells.set(ONE_MINUTE, OFFSET.DECAY1);
    this.cells.set(FIVE_MINUTES, OFFSET.DECAY5);
  }

  /** The memory with the state of a user, valid until another user comes or the changes are others. */
  memoryOf(user: KernelUser): Float64Array {
    this.take(user);
    return this.cells;
  }

  /** Does what is due in a run before an instant; true: it has come to a wake, and is not done. */
  advance(user: KernelUser, untilMs: number): boolean {
    this.take(user);
    return this.compiled.advance(untilMs) !== 0;
  }

  /** Does all that is due before an instant in the awake period of a full run, and says how the period ended. */
  fullRunAwakePeriod(user: KernelUser, untilMs: number): number {
    this.take(user);
    return this.compiled.fullRunAwakePeriod(untilMs);
  }

  private take(user: KernelUser): void {
    const { changes } = user;
    // Runs of the same changes come one after another: to lay them out once is enough for these.
    if (this.changes !== changes || this.block !== changes.block) this.lay(changes);
    if (this.user === user) return;
    this.user?.leave(this.cells);
    this.user = user;
    const { cells } = this;
    cells.set(user.vcpuOf, OFFSET.VCPU_OF);
    cells.set(user.leastLoadOf, OFFSET.LEAST_LOAD_OF);
    user.enter(cells);
  }

  private lay(changes: Changes): void {
    const { atMs, vcpu, memoryBytes, block } = changes;
    this.changes = changes;
    this.block = block;
    const { memory } = this.compiled;
    const length = OFFSET.COLUMNS + atMs.length + vcpu.length + memoryBytes.length;
    const missing = length * Float64Array.BYTES_PER_ELEMENT - memory.buffer.byteLength;
    if (missing > 0) {
      memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.cells = new Float64Array(memory.buffer);
    }
    this.cells.set(atMs, OFFSET.COLUMNS);
    this.cells.set(vcpu, OFFSET.COLUMNS + atMs.length);
    this.cells.set(memoryBytes, OFFSET.COLUMNS + atMs.length + vcpu.length);
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
  fullRunAwakePeriod(untilMs: number): number;
}

// What is needed of it here: the runtime has it, and the types of Node do not.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Compiled };
};
