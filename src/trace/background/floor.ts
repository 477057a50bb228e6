import { Quantiles } from '../quantiles.ts';
import { quietSamples, roundedUp, type Used } from './quiet.ts';

/** CPU that never stops. */
export interface Floor {
  readonly kind: 'floor';
  readonly vcpu: number;
  /** The value of `--idle-below` that removes it. */
  readonly idleBelow: number;
}

/** Agents on a server take a few percent of one or two processors. */
const MOST_VCPU = 0.15;
/** How far CPU in quiet hours may differ from its median, as a factor. */
const SPREAD = 1.3;

/** Null if activity stops at times, varies, or is more than an idle server uses. */
export function floorOf(used: Used): Floor | null {
  const quiet = quietSamples(used, () => true);
  const typical = quiet?.at(0.5) ?? null;
  if (quiet === null || typical === null || typical > MOST_VCPU) return null;
  const [low, high] = [quiet.at(0.05) ?? 0, quiet.at(0.95) ?? 0];
  if (high > SPREAD * typical || low * SPREAD < typical) return null;
  const all = new Quantiles();
  for (const value of used.vcpu) if (!Number.isNaN(value)) all.add(value);
  // A restart does not count as a stop.
  if ((all.at(0.01) ?? 0) < typical / 2) return null;
  return { kind: 'floor', vcpu: typical, idleBelow: roundedUp(Math.min(quiet.max ?? high, 2 * typical)) };
}
