import {
  type ActiveStretch,
  PAUSE_MS,
  type PauseSoFar,
  type Policy,
  type PolicyReason,
  REASONS,
  type SleepDecision,
} from './policy.ts';

/** The result of a compute under a policy. */
export interface Lived {
  /** Activities after a pause, which find the compute awake or asleep. */
  readonly arrivals: number;
  /** Arrivals that had to wait for a start. */
  readonly coldStarts: number;
  readonly preWakes: number;
  /** Pre-wakes after which the compute went back to sleep before anybody came. */
  readonly uselessPreWakes: number;
  readonly awakeMs: number;
  readonly decisions: Readonly<Partial<Record<PolicyReason, number>>>;
}

/** The events that no policy changes. The compute begins awake, and without activity. */
export interface PolicyWorld {
  readonly activities: readonly ActiveStretch[];
  readonly horizonMs: number;
  /** How long a start takes. */
  readonly startMs: number;
}

/**
 * Hosts a policy: asks it when a pause begins and at each wake in it, and does as it decides until somebody
 * comes.
 */
export function lived<Known>(
  policy: Policy<Known>,
  { activities, horizonMs, startMs }: PolicyWorld,
  onDecision: (decision: SleepDecision, atMs: number) => void = () => {},
): Lived {
  const tally = { arrivals: 0, coldStarts: 0, preWakes: 0, uselessPreWakes: 0, awakeMs: 0 };
  const counts = new Map<PolicyReason, number>();
  let known = policy.nothing;
  const decide: Decide = (asked) => {
    const decision = policy.decide(known, asked);
    counts.set(decision.why, (counts.get(decision.why) ?? 0) + 1);
    onDecision(decision, asked.nowMs);
    return decision;
  };
  let sinceMs = 0;
  activities.forEach((activity, i) => {
    const { fromMs, untilMs } = activity;
    if (fromMs > sinceMs) {
      tally.arrivals++;
      if (!through(sinceMs, fromMs, startMs, decide, tally)) tally.coldStarts++;
    }
    known = policy.learn(known, activity, i === 0 ? null : fromMs - sinceMs);
    tally.awakeMs += untilMs - fromMs;
    sinceMs = untilMs;
  });
  through(sinceMs, horizonMs, startMs, decide, tally);
  return {
    ...tally,
    decisions: Object.fromEntries(
      (Object.keys(REASONS) as PolicyReason[]).flatMap((reason) => {
        const count = counts.get(reason);
        return count === undefined ? [] : [[reason, count]];
      }),
    ),
  };
}

type Decide = (asked: PauseSoFar) => SleepDecision;

interface Tally {
  preWakes: number;
  uselessPreWakes: number;
  awakeMs: number;
}

/**
 * Lives through a pause, from its beginning until somebody comes. Returns whether that client is served at
 * once.
 */
function through(sinceMs: number, comesMs: number, startMs: number, decide: Decide, tally: Tally): boolean {
  let nowMs = sinceMs + PAUSE_MS;
  tally.awakeMs += Math.min(nowMs, comesMs) - sinceMs;
  if (nowMs >= comesMs) return true;
  let readyMs = nowMs;
  let decision = decide({ sinceMs, nowMs, isPreWake: false });
  for (;;) {
    const asleepMs = Math.max(nowMs, decision.keepUntilMs);
    tally.awakeMs += Math.min(asleepMs, comesMs) - nowMs;
    // A client that comes in the instant of the sleep comes first.
    if (asleepMs >= comesMs) return readyMs <= comesMs;
    if (nowMs > sinceMs + PAUSE_MS) tally.uselessPreWakes++;
    const { wakeAtMs } = decision;
    if (wakeAtMs === null || wakeAtMs >= comesMs) return false;
    nowMs = Math.max(wakeAtMs, asleepMs + 1);
    if (nowMs >= comesMs) return false;
    readyMs = nowMs + startMs;
    tally.preWakes++;
    decision = decide({ sinceMs, nowMs, isPreWake: true });
  }
}
