export interface InactivityRule {
  /** null: scale to zero is off. */
  readonly suspendAfterMs: number | null;
  /** The service looks for activity this often, counted from the start; 0: it notices at once. */
  readonly idleCheckMs: number;
}

/**
 * When an inactive compute is suspended: at the first look that finds the timeout over, where the last activity
 * counts from the look that saw it. It lies not before now: a timeout that was shortened may be over already.
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
