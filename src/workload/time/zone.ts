import { IANAZone } from 'luxon';
import { DAY_MS, MINUTE_MS } from '../../facts/index.ts';

/** A time zone of the IANA database. Local times are milliseconds as if the zone were UTC. */
export interface Zone {
  readonly name: string;
  localMs(utcMs: number): number;
  /**
   * The instant of a local time: the first one if the time occurs twice, and the end of the gap if it does not occur.
   */
  utcMs(localMs: number): number;
  /** The next change of the offset from UTC, or the end of the UTC day if that comes first. */
  offsetUntilMs(utcMs: number): number;
}

/**
 * Checks UTC first, because the runtime needs longer to load its time zones than most of the program takes to load.
 */
export function isZone(name: string): boolean {
  return name === UTC || IANAZone.isValidZone(name);
}

const UTC = 'UTC';

export function createZone(name: string): Zone {
  const offsetMs = offsets(name);
  const days = new Map<number, readonly Span[]>();

  /** The spans of one UTC day with a constant offset: one, or two on a day when clocks change. */
  const spansOf = (day: number): readonly Span[] => {
    let spans = days.get(day);
    if (spans === undefined) {
      spans = splitDay(offsetMs, day);
      // Time moves forward, so old days are not needed again; a long run would otherwise keep thousands.
      if (days.size === DAYS_KEPT) days.clear();
      days.set(day, spans);
    }
    return spans;
  };
  let last: Span = { fromMs: 0, untilMs: 0, offsetMs: 0 };
  const spanAt = (utcMs: number): Span => {
    if (utcMs >= last.fromMs && utcMs < last.untilMs) return last;
    const spans = spansOf(Math.floor(utcMs / DAY_MS));
    last = spans.find(({ untilMs }) => utcMs < untilMs) ?? (spans.at(-1) as Span);
    return last;
  };

  return {
    name,
    localMs: (utcMs) => utcMs + spanAt(utcMs).offsetMs,
    utcMs(localMs) {
      const before = spanAt(localMs - DAY_MS).offsetMs;
      const after = spanAt(localMs + DAY_MS).offsetMs;
      const candidates = [localMs - before, localMs - after].sort((a, b) => a - b);
      const found = candidates.find((utcMs) => utcMs + spanAt(utcMs).offsetMs === localMs);
      if (found !== undefined) return found;
      // The local time is skipped: the gap is at the end of the span that contains the earlier candidate.
      return spanAt(candidates[0] as number).untilMs;
    },
    offsetUntilMs: (utcMs) => spanAt(utcMs).untilMs,
  };
}

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly offsetMs: number;
}

const DAYS_KEPT = 400;

type Offsets = (utcMs: number) => number;

/** Keeps the last offset: a lookup is slow, and the end of one day is the start of the next. */
function offsets(name: string): Offsets {
  if (name === UTC) return () => 0;
  const zone = IANAZone.create(name);
  const last = { utcMs: Number.NaN, offsetMs: 0 };
  return (utcMs) => {
    if (utcMs !== last.utcMs) {
      last.offsetMs = zone.offset(utcMs) * MINUTE_MS;
      last.utcMs = utcMs;
    }
    return last.offsetMs;
  };
}

function splitDay(offset: Offsets, day: number): readonly Span[] {
  const fromMs = day * DAY_MS;
  const untilMs = fromMs + DAY_MS;
  const first = offset(fromMs);
  const last = offset(untilMs);
  if (first === last) return [{ fromMs, untilMs, offsetMs: first }];
  let low = fromMs;
  let high = untilMs;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(middle) === first) low = middle;
    else high = middle;
  }
  return [
    { fromMs, untilMs: high, offsetMs: first },
    { fromMs: high, untilMs, offsetMs: last },
  ];
}
