import type { LoadSource } from '../demand/sources.ts';
import * as AT from './kernel/client-layout.ts';
import type { ClientMemory } from './kernel/kernel.ts';

/** A load in the memory of the kernel for clients. */
export class StretchLoad {
  readonly source: LoadSource;
  private readonly number: number;
  /** Which block of changes the memory of the kernel has. */
  private written = -1;

  constructor(source: LoadSource, number: number) {
    this.source = source;
    this.number = number;
  }

  /** Writes what stays the same. */
  enter({ cells }: ClientMemory): void {
    const { source, number } = this;
    this.written = -1;
    cells[AT.QUERY_CPU_MS_OF_LOAD + number] = source.demand.cpuMsPerQuery;
    cells[AT.PAGES_OF_LOAD + number] = source.demand.pagesPerQuery;
    cells[AT.CONNECTIONS_OF_LOAD + number] = source.demand.connections;
  }

  write(memory: ClientMemory): void {
    const { source, number } = this;
    memory.cells[AT.VCPU_OF_LOAD + number] = source.vcpuNow;
    memory.cells[AT.BYTES_OF_LOAD + number] = source.memoryNow;
    this.writeChanges(memory);
  }

  read(memory: ClientMemory): void {
    const { source, number } = this;
    source.vcpuNow = memory.cells[AT.VCPU_OF_LOAD + number] as number;
    source.memoryNow = memory.cells[AT.BYTES_OF_LOAD + number] as number;
    this.readPlace(memory);
  }

  /** Gives the kernel the next changes before `untilMs`, after it has taken all that it had. */
  fill(memory: ClientMemory, untilMs: number): void {
    this.readPlace(memory);
    this.source.ahead.read(untilMs);
    this.writeChanges(memory);
  }

  private readPlace({ wholes }: ClientMemory): void {
    this.source.ahead.place = wholes[2 * (AT.CHANGE_PLACE + this.number)] as number;
  }

  private writeChanges({ cells, wholes }: ClientMemory): void {
    const { number } = this;
    const { ahead } = this.source;
    wholes[2 * (AT.CHANGE_PLACE + number)] = ahead.place;
    wholes[2 * (AT.CHANGE_COUNT + number)] = Math.min(ahead.count, AT.MOST_CHANGES);
    if (this.written === ahead.block) return;
    this.written = ahead.block;
    const at = number * AT.MOST_CHANGES;
    cells.set(ahead.atMs.subarray(0, AT.MOST_CHANGES + 1), AT.CHANGES_AT_MS + at + number);
    cells.set(ahead.vcpu.subarray(0, AT.MOST_CHANGES), AT.CHANGED_VCPU + at);
    cells.set(ahead.memoryBytes.subarray(0, AT.MOST_CHANGES), AT.CHANGED_BYTES + at);
  }
}
