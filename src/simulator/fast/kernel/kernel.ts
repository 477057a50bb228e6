import { FIVE_MINUTES, ONE_MINUTE } from '../../../compute/index.ts';
import { CLIENTS_END } from './client-layout.ts';
import { COMPILED } from './compiled.ts';
import * as OFFSET from './memory-layout.ts';

/** A run whose state is in the kernel's memory, in turns with other runs. */
export interface KernelUser {
  /** Null for a run with clients, which writes no columns of a load. */
  readonly changes: Changes | null;
  /** Indexed by size. */
  readonly vcpuOf: Float64Array;
  /** Indexed by units: the least load that asks for this many. */
  readonly leastLoadOf: readonly number[];
  /** Writes the state of the run to the memory of the kernel. */
  enter(cells: Float64Array): void;
  /** Saves the state that the run needs, because another run takes the memory. */
  leave(cells: Float64Array): void;
}

/** The changes of a load as columns: times, and the demand from each time on. */
interface Changes {
  /** Changes when the content of the columns changes. */
  readonly block: number;
  /**
   * The times of the changes, from the start of the run. There is one more time than changes: that of the
   * first change after them.
   */
  readonly atMs: Float64Array;
  readonly vcpu: Float64Array;
  readonly memoryBytes: Float64Array;
}

/** The WebAssembly module that simulates a compute. It holds the state of one run at a time. */
class Kernel {
  protected readonly compiled: Compiled;
  /** The whole memory of the module. */
  protected cells: Float64Array;
  private user: KernelUser | null = null;
  private changes: Changes | null = null;
  private block = 0;

  /** @param length the least length of its memory, in numbers */
  constructor(length = 0) {
    compiledModule ??= new WebAssembly.Module(Uint8Array.from(atob(COMPILED), (one) => one.charCodeAt(0)));
    this.compiled = new WebAssembly.Instance(compiledModule).exports;
    this.cells = new Float64Array(this.compiled.memory.buffer);
    this.growTo(length);
    this.cells.set(ONE_MINUTE, OFFSET.DECAY1);
    this.cells.set(FIVE_MINUTES, OFFSET.DECAY5);
  }

  /**
   * Returns the memory with the state of a run. It is valid until another run takes the memory, or the
   * changes differ.
   */
  memoryOf(user: KernelUser): Float64Array {
    this.take(user);
    return this.cells;
  }

  /** Handles the events of a run before `untilMs`. Returns true if it has stopped at a wake before that. */
  advance(user: KernelUser, untilMs: number): boolean {
    this.take(user);
    return this.compiled.advance(untilMs) !== 0;
  }

  /** Handles all events before `untilMs` in an awake period of a full run. Returns how the period ended. */
  fullRunAwakePeriod(user: KernelUser, untilMs: number): number {
    this.take(user);
    return this.compiled.fullRunAwakePeriod(untilMs);
  }

  protected take(user: KernelUser): void {
    const { changes } = user;
    // Runs with the same changes come in succession, so the changes are copied once for all of them.
    if (changes !== null && (this.changes !== changes || this.block !== changes.block)) this.lay(changes);
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
    this.growTo(OFFSET.COLUMNS + atMs.length + vcpu.length + memoryBytes.length);
    this.cells.set(atMs, OFFSET.COLUMNS);
    this.cells.set(vcpu, OFFSET.COLUMNS + atMs.length);
    this.cells.set(memoryBytes, OFFSET.COLUMNS + atMs.length + vcpu.length);
  }

  private growTo(length: number): void {
    const { memory } = this.compiled;
    const missing = length * Float64Array.BYTES_PER_ELEMENT - memory.buffer.byteLength;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.cells = new Float64Array(memory.buffer);
  }
}

const PAGE_BYTES = 65_536;

/** The module of this thread, for all kernels. */
let compiledModule: object | null = null;

let own: Kernel | null = null;

/** Returns the kernel of this thread, which is created at first use. */
export function kernelOfThread(): Kernel {
  own ??= new Kernel();
  return own;
}

/** The kernel of a thread for clients. Its memory is its own, and does not grow. */
class ClientKernel extends Kernel {
  readonly memory: ClientMemory;

  constructor() {
    super(CLIENTS_END);
    const { cells } = this;
    this.memory = { cells, wholes: new Int32Array(cells.buffer) };
  }

  /** Handles the events of clients before `untilMs`. Returns how the stretch ended. */
  clientStretch(user: KernelUser, untilMs: number): number {
    this.take(user);
    return this.compiled.clientStretch(untilMs);
  }
}

/**
 * The memory of a kernel, as numbers and as whole numbers. A whole number has the place of a number, so its index is twice
 * the offset.
 */
export interface ClientMemory {
  readonly cells: Float64Array;
  readonly wholes: Int32Array;
}

let ofClients: ClientKernel | null = null;

export function clientKernelOfThread(): ClientKernel {
  ofClients ??= new ClientKernel();
  return ofClients;
}

interface Compiled {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
  advance(untilMs: number): number;
  fullRunAwakePeriod(untilMs: number): number;
  clientStretch(untilMs: number): number;
}

// The part of WebAssembly that is used here. The types of Node do not declare it.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Compiled };
};
