import { DEFAULT_FACT_SET, factSet } from '../../facts/index.ts';
import { present } from '../../problem/index.ts';
import type { Distribution } from './distribution.ts';

const { measuredWake } = factSet(DEFAULT_FACT_SET);
const { medianMs, p95Ms } = present(measuredWake, 'the newest facts have measured starts').value;

/**
 * The known times of a start. The service states "a few hundred milliseconds". Somebody else has measured more, which
 * is the fact `measuredWake`.
 */
export const START_TIMES: Readonly<Record<StartTimeName, Distribution & { readonly kind: 'log-normal' }>> = {
  stated: { kind: 'log-normal', medianMs: 300, p95Ms: 600 },
  measured: { kind: 'log-normal', medianMs, p95Ms },
};

export const START_TIME_NAMES = ['stated', 'measured'] as const;
type StartTimeName = (typeof START_TIME_NAMES)[number];

/** Returns the name of a time of a start. Null if it is neither of the known ones. */
export function startTimeName(time: Distribution): StartTimeName | null {
  return START_TIME_NAMES.find((name) => isSame(START_TIMES[name], time)) ?? null;
}

function isSame(known: { readonly medianMs: number; readonly p95Ms: number }, time: Distribution): boolean {
  return time.kind === 'log-normal' && time.medianMs === known.medianMs && time.p95Ms === known.p95Ms;
}
