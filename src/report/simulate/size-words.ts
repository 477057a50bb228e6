import type { ComputeResult } from '../../engine/index.ts';

export function sizeWords({ size }: ComputeResult): string {
  return 'cu' in size ? String(size.cu) : `${size.minCu}-${size.maxCu}`;
}
