import type { MemoryRamps } from '../../compute/index.ts';
import * as AT from './kernel/client-layout.ts';
import type { ClientMemory } from './kernel/kernel.ts';

// The queries that take their memory gradually, between a compute and the memory of the kernel.

export function writeRamps({ cells, wholes }: ClientMemory, { all }: MemoryRamps): void {
  wholes[2 * AT.RAMPS] = all.length;
  all.forEach(({ visit, use, bytes, left, nextMs }, ramp) => {
    wholes[2 * (AT.RAMP_VISIT + ramp)] = visit;
    cells[AT.RAMP_USE + ramp] = use;
    cells[AT.RAMP_PART_BYTES + ramp] = bytes;
    cells[AT.RAMP_PARTS + ramp] = left;
    cells[AT.RAMP_NEXT_MS + ramp] = nextMs;
  });
}

export function readRamps({ cells, wholes }: ClientMemory, ramps: MemoryRamps): void {
  const count = wholes[2 * AT.RAMPS] as number;
  // There are none most of the time.
  if (ramps.all.length === 0 && count === 0) return;
  ramps.all = Array.from({ length: count }, (_, ramp) => ({
    visit: wholes[2 * (AT.RAMP_VISIT + ramp)] as number,
    use: cells[AT.RAMP_USE + ramp] as number,
    bytes: cells[AT.RAMP_PART_BYTES + ramp] as number,
    left: cells[AT.RAMP_PARTS + ramp] as number,
    nextMs: cells[AT.RAMP_NEXT_MS + ramp] as number,
  }));
}
