import { DAY_MS, MINUTE_MS } from '../../facts/index.ts';
import { fixedTimeout } from './fixed-timeout.ts';
import { lived, type PolicyWorld } from './lived.ts';
import { PAUSE_MS } from './policy.ts';

/**
 * A fixed timeout that keeps a compute awake for as long as a policy does, and the cold starts that it has.
 */
export interface EqualTimeout {
  /** Null for several computes, each of which has its own. */
  readonly suspendAfterMs: number | null;
  readonly coldStarts: number;
}

const LONGEST_MS = 7 * DAY_MS;

/**
 * The shortest timeout in whole minutes that is awake for as long or longer. Time awake grows with the
 * timeout.
 */
export function equalTimeout(world: PolicyWorld, awakeMs: number): EqualTimeout {
  let least = PAUSE_MS / MINUTE_MS;
  let most = LONGEST_MS / MINUTE_MS;
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (lived(fixedTimeout(middle * MINUTE_MS), world).awakeMs >= awakeMs) most = middle;
    else least = middle + 1;
  }
  const suspendAfterMs = least * MINUTE_MS;
  return { suspendAfterMs, coldStarts: lived(fixedTimeout(suspendAfterMs), world).coldStarts };
}
