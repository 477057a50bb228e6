const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const STEPS_MS = [
  ...[1, 5, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * DAY_MS),
];

interface Tick {
  readonly atMs: number;
  readonly words: string;
}

/** Round times in UTC, at most `most` of them. */
export function ticksBetween(fromMs: number, untilMs: number, most: number): Tick[] {
  const spanMs = untilMs - fromMs;
  const stepMs = STEPS_MS.find((step) => spanMs / step <= most) ?? spanMs;
  const ticks: Tick[] = [];
  for (let atMs = Math.ceil(fromMs / stepMs) * stepMs; atMs <= untilMs; atMs += stepMs)
    ticks.push({ atMs, words: wordsOf(atMs, stepMs) });
  return ticks;
}

function wordsOf(atMs: number, stepMs: number): string {
  const iso = new Date(atMs).toISOString();
  if (atMs % DAY_MS === 0) return iso.slice(5, 10);
  return stepMs < MINUTE_MS ? iso.slice(11, 19) : iso.slice(11, 16);
}
