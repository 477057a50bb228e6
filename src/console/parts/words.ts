const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Writes a time as `2026-03-02 09:00:00 UTC`. */
export function momentWords(at: string | number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Writes a duration in its two largest units: `1 d 4 h`, `5 min`, `12 s`. */
export function spanWords(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  const units = [
    [DAY_MS, 'd'],
    [HOUR_MS, 'h'],
    [MINUTE_MS, 'min'],
    [SECOND_MS, 's'],
  ] as const;
  const first = units.findIndex(([unitMs]) => ms >= unitMs);
  let restMs = ms;
  const parts: string[] = [];
  for (const [unitMs, name] of units.slice(first, first + 2)) {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  return parts.join(' ');
}

export function sizeWords(minCu: number, maxCu: number): string {
  return minCu === maxCu ? `${maxCu} CU` : `${minCu} to ${maxCu} CU`;
}

export function timeoutWords(seconds: number): string {
  if (seconds < 0) return 'never';
  return seconds === 0 ? 'default, 5 min' : spanWords(seconds * SECOND_MS);
}

/** Writes `start_compute` as `start compute`. */
export function plainWords(name: string): string {
  return name.replaceAll('_', ' ');
}
