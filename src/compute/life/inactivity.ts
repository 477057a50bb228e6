export interface InactivityRule {
  /** The scale-to-zero timeout. Null if scale to zero is off. */
  readonly suspendAfterMs: number | null;
  /** The service checks for activity at multiples of this time from the start. If it is 0, it notices at once. */
  readonly idleCheckMs: number;
}

/**
 * Returns when an inactive compute is suspended: at the first check after the timeout, which counts from the check that
 * saw the last activity. The result is not before `nowMs`, even if a shorter timeout is already over.
 */
export function suspensionDueMs(
  rule: InactivityRule,
  startedMs: number,
  lastActivityMs: number,
  nowMs = lastActivityMs,
): number | null {
  if (rule.suspendAfterMs === null) return null;
  const seenMs = lookAtOrAfter(rule.idleCheckMs, startedMs, lastActivityMs);
  return lookAtOrAfter(rule.idleCheckMs, startedMs, Math.max(nowMs, seenMs + rule.suspendAfterMs));
}

function lookAtOrAfter(idleCheckMs: number, startedMs: number, atMs: number): number {
  if (idleCheckMs === 0) return atMs;
  return startedMs + Math.ceil((atMs - startedMs) / idleCheckMs) * idleCheckMs;
}
