import type { BoundProfile, Stretch } from '../profiles/profile.ts';

/** How many changes are read at once. */
const BLOCK = 256;

const PAST: Stretch = { value: 0, untilMs: Number.NEGATIVE_INFINITY };

/**
 * What a load wants, read ahead: a block of its changes in columns, and which of them comes next. It is read no further
 * than to where a run may go on, since of a load that is still being told nothing is known beyond.
 */
export class LoadAhead {
  /** After the start of the run. There is one more than of the others: when the load changes after the last. */
  readonly atMs = new Float64Array(BLOCK + 1);
  readonly vcpu = new Float64Array(BLOCK);
  readonly memoryBytes = new Float64Array(BLOCK);
  /** The next of them, and how many there are. */
  place = 0;
  count = 0;
  /** How many blocks were read so far. */
  block = 0;
  /** What was wanted last. */
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

  /** When the load changes next. */
  get nextMs(): number {
    return this.atMs[this.place] as number;
  }

  /** When it changes after all that was read. */
  get endMs(): number {
    return this.atMs[this.count] as number;
  }

  /** Takes the next change, which comes before an instant: its place. */
  take(untilMs: number): number {
    this.read(untilMs);
    return this.place++;
  }

  /** Reads the changes before an instant, as many as there is room for, once all that was read is taken. */
  read(untilMs: number): void {
    if (this.place < this.count) return;
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
