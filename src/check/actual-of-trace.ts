import { DAY_MS, MINUTE_MS } from '../facts/index.ts';
import type { Trace, TraceEvent } from '../trace/index.ts';
import { nextMonthMs } from '../workload/index.ts';
import type { Actual, ActualSpan } from './actual.ts';

/**
 * Reads what happened from records of the service or of monitoring. Null if the trace has neither sizes nor starts and
 * suspends.
 */
export function actualOfTrace(trace: Trace): Actual | null {
  return actualOfSizes(trace) ?? actualOfEvents(trace.events);
}

/** The longest step at which wakes and suspends are read from sizes: a longer one misses sleeps between two samples. */
const LONGEST_STEP_FOR_WAKES_MS = 5 * MINUTE_MS;

function actualOfSizes({ head, times, values, events }: Trace): Actual | null {
  const place = head.columns.findIndex(({ quantity }) => quantity === 'capacityCu');
  const sizes = values[place];
  if (sizes === undefined || times.length === 0) return null;
  const usualMs = head.stepMs ?? medianStep(times);
  const sleepsInGaps = head.columns[place]?.gap !== 'unknown';
  const spans: ActualSpan[] = [];
  for (let i = 0; i < times.length; i++) {
    const [fromMs, next] = [times[i] as number, times[i + 1]];
    const cu = sizes[i] as number;
    const untilMs = endOfValue(fromMs, next ?? null, usualMs);
    if (!Number.isNaN(cu)) spans.push({ fromMs, untilMs, value: cu * (untilMs - fromMs) });
    if (next !== undefined && sleepsInGaps && next > untilMs)
      spans.push({ fromMs: untilMs, untilMs: next, value: 0 });
  }
  const recorded = awakeTimes(events);
  const isSeen = usualMs <= LONGEST_STEP_FOR_WAKES_MS;
  return {
    of: 'cu',
    spans,
    wakes:
      recorded.wakes ?? (isSeen ? startsOfChanges(spans, (before, now) => before === 0 && now > 0) : null),
    suspends:
      recorded.suspends ?? (isSeen ? startsOfChanges(spans, (before, now) => before > 0 && now === 0) : null),
    hasSizes: isSeen,
  };
}

/** A monthly value holds until the end of its month. Any other value holds for the usual step. */
function endOfValue(fromMs: number, nextMs: number | null, usualMs: number): number {
  const untilMs = usualMs > 27 * DAY_MS ? nextMonthMs(fromMs) : fromMs + usualMs;
  if (nextMs === null) return untilMs;
  // A sample that comes a little late is not a gap.
  return nextMs - fromMs < 1.5 * usualMs ? nextMs : Math.min(nextMs, untilMs);
}

function medianStep(times: Float64Array): number {
  const steps = times
    .slice(1)
    .map((time, i) => time - (times[i] as number))
    .sort();
  return steps[Math.floor(steps.length / 2)] ?? MINUTE_MS;
}

function startsOfChanges(
  spans: readonly ActualSpan[],
  isChange: (before: number, now: number) => boolean,
): number[] {
  return spans.flatMap(({ fromMs, value }, i) =>
    i > 0 && isChange((spans[i - 1] as ActualSpan).value, value) ? [fromMs] : [],
  );
}

/** Computes the time awake from starts and suspends, between the first and the last of them. */
function actualOfEvents(events: readonly TraceEvent[]): Actual | null {
  const { wakes, suspends } = awakeTimes(events);
  if (wakes === null || suspends === null) return null;
  const changes = [
    ...wakes.map((atMs) => ({ atMs, isAwake: true })),
    ...suspends.map((atMs) => ({ atMs, isAwake: false })),
  ].sort((one, other) => one.atMs - other.atMs);
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined || first.atMs === last.atMs) return null;
  const spans: ActualSpan[] = [];
  let at = 0;
  for (let fromMs = first.atMs; fromMs < last.atMs; fromMs += SPAN_MS) {
    const untilMs = Math.min(last.atMs, fromMs + SPAN_MS);
    let awakeMs = 0;
    let sinceMs = fromMs;
    for (; (changes[at + 1]?.atMs ?? Number.POSITIVE_INFINITY) < untilMs; at++) {
      const nextMs = (changes[at + 1] as { atMs: number }).atMs;
      if (changes[at]?.isAwake) awakeMs += nextMs - sinceMs;
      sinceMs = nextMs;
    }
    if (changes[at]?.isAwake) awakeMs += untilMs - sinceMs;
    spans.push({ fromMs, untilMs, value: awakeMs });
  }
  return { of: 'awake', spans, wakes, suspends, hasSizes: false };
}

const SPAN_MS = 5 * MINUTE_MS;

/**
 * Returns the ends of starts and suspends: the service meters a compute from the end of its start to the end of its
 * suspend.
 */
function awakeTimes(events: readonly TraceEvent[]) {
  const ends = (kind: TraceEvent['kind']) =>
    events.filter((event) => event.kind === kind).map(({ atMs, durationMs = 0 }) => atMs + durationMs);
  const [wakes, suspends] = [ends('resume'), ends('suspend')];
  return wakes.length + suspends.length === 0 ? { wakes: null, suspends: null } : { wakes, suspends };
}
