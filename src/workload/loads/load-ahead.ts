import type { BoundProfile, Stretch } from '../profiles/profile.ts';

/** The number of changes that are read at once. */
const BLOCK = 256;

const PAST: Stretch = { value: 0, untilMs: Number.NEGATIVE_INFINITY };

/**
 * The demand of a load, read ahead: a block of changes as columns, and the place of the next one. It reads no
 * further than the run may go, because a profile that is still being filled is unknown beyond.
 */
export class LoadAhead {
  /**
   * The times of the changes, from the start of the run. There is one more time than changes: that of the
   * first change after the block.
   */
  readonly atMs = new Float64Array(BLOCK + 1);
  readonly vcpu = new Float64Array(BLOCK);
  readonly memoryBytes = new Float64Array(BLOCK);
  /** The place of the next change, and the number of changes. */
  place = 0;
  count = 0;
  /** The number of blocks read so far. */
  block = 0;
  /** The last values read. */
  private cpu: Stretch = PAST;
  private memory: Stretch = PAST;
  private readonly ofCpu: BoundProfile;
  private readonly ofMemory: BoundProfile;
  private readonly startMs: number;

  constructor(ofCpu: BoundProfile, ofMemory: BoundProfile, startMs: number) {
    this.ofCpu = ofCpu;
    this.ofMemory = ofMemory;
    this.startMs = startMs;
  }

  /** The time of the next change. */
  get nextMs(): number {
    return this.atMs[this.place] as number;
  }

  /** The time of the first change after the block. */
  get endMs(): number {
    return this.atMs[this.count] as number;
  }

  /** Takes the next change, which is before `untilMs`, and returns its place. */
  take(untilMs: number): number {
    this.read(untilMs);
    return this.place++;
  }

  /**
   * Reads the next block of changes before `untilMs`, if all changes of this block are taken, and if there is another one
   * before that.
   */
  read(untilMs: number): void {
    if (this.place < this.count || this.endMs >= untilMs) return;
    const { atMs, vcpu, memoryBytes, ofCpu, ofMemory, startMs } = this;
    let { cpu, memory } = this;
    let nextMs = this.endMs;
    let count = 0;
    atMs[0] = nextMs;
    while (count < BLOCK && nextMs < untilMs) {
      const utcMs = startMs + nextMs;
      if (cpu.untilMs <= utcMs) cpu = ofCpu(utcMs);
      if (memory.untilMs <= utcMs) memory = ofMemory(utcMs);
      vcpu[count] = cpu.value;
      memoryBytes[count] = memory.value;
      nextMs = Math.ceil(Math.min(cpu.untilMs, memory.untilMs) - startMs);
      atMs[++count] = nextMs;
    }
    this.cpu = cpu;
    this.memory = memory;
    this.place = 0;
    this.count = count;
    this.block++;
  }
}
