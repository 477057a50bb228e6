/** Whether something was not written because the disk is full, or nearly: as the system says it, or PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  return FULL.has((error as { readonly code?: string } | null)?.code ?? '');
}

const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
