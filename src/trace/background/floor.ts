import { Quantiles } from '../quantiles.ts';
import { quietSamples, roundedUp, type Used } from './quiet.ts';

/** CPU that never stops. */
export interface Floor {
  readonly kind: 'floor';
  readonly vcpu: number;
  /** What `--idle-below` takes, to have none of it. */
  readonly idleBelow: number;
}

/** Agents of a server take a few percent of one or two processors. */
const MOST_VCPU = 0.15;
/** How far the CPU of quiet hours is off their median, at most, where nobody asks anything. */
const SPREAD = 1.3;

/** null: activity stops, or what is there all the time is more than a server's own, or is not constant. */
export function floorOf(used: Used): Floor | null {
  const quiet = quietSamples(used, () => true);
  const typical = quiet?.at(0.5) ?? null;
  if (quiet === null || typical === null || typical > MOST_VCPU) return null;
  const [low, high] = [quiet.at(0.05) ?? 0, quiet.at(0.95) ?? 0];
  if (high > SPREAD * typical || low * SPREAD < typical) return null;
  const all = new Quantiles();
  for (const value of used.vcpu) if (!Number.isNaN(value)) all.add(value);
  // A restart is no end of it.
  if ((all.at(0.01) ?? 0) < typical / 2) return null;
  return { kind: 'floor', vcpu: typical, idleBelow: roundedUp(Math.min(quiet.max ?? high, 2 * typical)) };
}
