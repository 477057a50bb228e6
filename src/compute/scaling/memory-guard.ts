import { MIB, type QuarterCu } from '../../facts/index.ts';
import { UNIT_MEMORY_BYTES } from './unit.ts';

/** RAM that the kernel keeps for itself. */
export const KERNEL_BYTES = 100 * MIB;

const FULL_SHARE = 0.85;

/** Whether a smaller size is denied, because non-reclaimable memory would fill too much of its RAM. */
export function deniesDownscale(to: QuarterCu, nonReclaimableBytes: number): boolean {
  return FULL_SHARE * usableBytes(to) < nonReclaimableBytes + KERNEL_BYTES;
}

export function underMemoryPressure(size: QuarterCu, nonReclaimableBytes: number): boolean {
  return nonReclaimableBytes >= FULL_SHARE * usableBytes(size);
}

function usableBytes(size: QuarterCu): number {
  return size * UNIT_MEMORY_BYTES - KERNEL_BYTES;
}
