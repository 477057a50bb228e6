import { z } from 'zod';
import type { CrowdProfile, PlannedTime } from '../../workload/index.ts';
import { parseLocalTime } from './local-time.ts';
import { parseDuration } from './notation.ts';

/** A known event that no usual week shows: for a while, demand is multiplied by a factor or has vCPU added. */
export interface RareEvent extends Pick<CrowdProfile, 'riseMs' | 'holdMs' | 'decayMs'> {
  readonly text: string;
  readonly at: PlannedTime;
  readonly kind: 'times' | 'add';
  /** A factor if the kind is `times`, vCPU if it is `add`. */
  readonly by: number;
}

export const EVENT_WORDS =
  'WHEN=xFACTOR/TIME such as 2026-11-27=x3/24h, +VCPU in place of the factor such as 12h=+2/90m, or RISE/HOLD/DECAY in place of the time such as x5/10m/1h/30m';

const EVENT = /^([^=]+)=([x+])(\d+(?:\.\d+)?)((?:\/[^/]+)+)$/;
const MOST = 1000;

/** Reads a rare event. Null if the text is none. */
export function parseEvent(text: string): RareEvent | null {
  const [, when, sign, amount, times] = EVENT.exec(text) ?? [];
  if (when === undefined || times === undefined) return null;
  const localMs = parseLocalTime(when);
  const afterMs = parseDuration(when);
  const ms = times.slice(1).split('/').map(parseDuration);
  const at = localMs !== null ? { localMs } : afterMs !== null ? { afterMs: Math.round(afterMs) } : null;
  if (at === null || (ms.length !== 1 && ms.length !== 3) || Number(amount) > MOST) return null;
  const whole = ms.map((one) => (one === null ? Number.NaN : Math.round(one)));
  const [riseMs, holdMs, decayMs] =
    whole.length === 1 ? [0, whole[0] as number, 0] : (whole as [number, number, number]);
  if (!(riseMs + holdMs + decayMs > 0)) return null;
  return { text, at, kind: sign === 'x' ? 'times' : 'add', by: Number(amount), riseMs, holdMs, decayMs };
}

export const rareEvent = z
  .string({ error: EVENT_WORDS })
  .refine((text) => parseEvent(text) !== null, { error: EVENT_WORDS })
  .transform((text) => parseEvent(text) as RareEvent);
