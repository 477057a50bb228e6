import {
  type ActiveStretch,
  PAUSE_MS,
  type PauseSoFar,
  type Policy,
  type PolicyReason,
  REASONS,
  type SleepDecision,
} from './policy.ts';

/** What a compute under a policy comes to. */
export interface Lived {
  /** Activities after a pause: somebody comes and finds it awake, or does not. */
  readonly arrivals: number;
  /** Those who had to wait for a start. */
  readonly coldStarts: number;
  readonly preWakes: number;
  /** Wakes before anybody came that went back to sleep before anybody had. */
  readonly uselessPreWakes: number;
  readonly awakeMs: number;
  readonly decisions: Readonly<Partial<Record<PolicyReason, number>>>;
}

/** The world that a policy is lived in: what happens whatever it decides. It begins awake, with nobody there. */
export interface PolicyWorld {
  readonly activities: readonly ActiveStretch[];
  readonly horizonMs: number;
  /** How long a start takes. */
  readonly startMs: number;
}

/** Hosts a policy: asks it when a pause has begun and when it wakes in it, and does what it says until somebody comes. */
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

/** A pause, from its beginning until somebody comes; whether that one is served at once. */
function through(sinceMs: number, comesMs: number, startMs: number, decide: Decide, tally: Tally): boolean {
  let nowMs = sinceMs + PAUSE_MS;
  tally.awakeMs += Math.min(nowMs, comesMs) - sinceMs;
  if (nowMs >= comesMs) return true;
  let readyMs = nowMs;
  let decision = decide({ sinceMs, nowMs, isPreWake: false });
  for (;;) {
    const asleepMs = Math.max(nowMs, decision.keepUntilMs);
    tally.awakeMs += Math.min(asleepMs, comesMs) - nowMs;
    // Who comes in the instant at which it would sleep is first.
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
