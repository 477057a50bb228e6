import type { BoundProfile, ReplacedProfile } from './profile.ts';

/** Each part has a binding of its own, because a binding cannot go back in time. */
export function replacedProfile(
  { parts }: ReplacedProfile,
  bind: () => BoundProfile,
  startMs: number,
): BoundProfile {
  const whole = bind();
  const elsewhere = parts.map(({ shiftMs }) => (shiftMs === null ? null : bind()));
  let index = 0;
  return (utcMs) => {
    const atMs = utcMs - startMs;
    while (index < parts.length && (parts[index] as (typeof parts)[number]).toMs <= atMs) index++;
    const part = parts[index];
    if (part === undefined) return whole(utcMs);
    if (atMs < part.fromMs) {
      const { value, untilMs } = whole(utcMs);
      return { value, untilMs: Math.min(untilMs, startMs + part.fromMs) };
    }
    const bound = elsewhere[index] ?? null;
    if (bound === null || part.shiftMs === null) return { value: 0, untilMs: startMs + part.toMs };
    const { value, untilMs } = bound(utcMs + part.shiftMs);
    return { value, untilMs: Math.min(untilMs - part.shiftMs, startMs + part.toMs) };
  };
}
