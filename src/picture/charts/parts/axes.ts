import { DAY_MS } from '../../../facts/index.ts';

/** An axis of local time from left to right, with exactly the given bounds. */
export function timeAxis(from: number, until: number) {
  const { tickCount, format } = ticksOf(until - from);
  return {
    type: 'temporal',
    scale: { type: 'utc', domainMin: from, domainMax: until, nice: false },
    axis: {
      title: null,
      labelOverlap: 'greedy',
      labelSeparation: 12,
      labelFlush: false,
      tickCount,
      labelExpr: `utcFormat(datum.value, ${format})`,
    },
  };
}

const TICKS = 12;
const LONG_MS = 4 * DAY_MS;
const VERY_LONG_MS = 200 * DAY_MS;

/** Returns months, days or hours as ticks. Among hours, the begin of a day shows its date. */
function ticksOf(lengthMs: number) {
  if (lengthMs > VERY_LONG_MS) return { tickCount: { interval: 'month', step: 1 }, format: "'%b %Y'" };
  if (lengthMs > LONG_MS)
    return {
      tickCount: { interval: 'day', step: Math.ceil(lengthMs / DAY_MS / TICKS) },
      format: "'%-d %b'",
    };
  return {
    tickCount: TICKS,
    format:
      "utchours(datum.value) + utcminutes(datum.value) + utcseconds(datum.value) === 0 ? '%-d %b' : '%H:%M'",
  };
}

/** Returns 1, 2 and 5 times the powers of ten within bounds, as labels of a logarithmic axis. */
export function roundNumbers(least: number, most: number): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power++)
    found.push(...[1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
  return found.filter((value) => value >= least && value <= most);
}
