import type { LoadSource } from '../sources.ts';

/** What a load wants, read when it changes: of one that is still being told, nothing is known beforehand. */
export class LiveLoad {
  readonly vcpu = new Float64Array(1);
  readonly memoryBytes = new Float64Array(1);
  /** When it changes next, after the start of the run. */
  readonly untilMs = new Float64Array(1);
  private readonly source: LoadSource;
  private readonly startMs: number;

  constructor(source: LoadSource, startMs: number) {
    this.source = source;
    this.startMs = startMs;
  }

  /** Reads what it wants from an instant on. */
  read(atMs: number): void {
    const { source, startMs } = this;
    const [ofCpu, ofMemory] = [source.vcpu(startMs + atMs), source.memory(startMs + atMs)];
    this.vcpu[0] = ofCpu.value;
    this.memoryBytes[0] = ofMemory.value;
    this.untilMs[0] = Math.ceil(Math.min(ofCpu.untilMs, ofMemory.untilMs) - startMs);
  }
}
