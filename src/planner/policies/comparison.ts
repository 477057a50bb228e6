import { quantileMs } from '../../compute/index.ts';
import { DAY_MS, MINUTE_MS, recommendableFacts, suspendProblems } from '../../facts/index.ts';
import type { ComputePlan, Simulation } from '../../simulator/index.ts';
import { type Advance, activityOf } from './activity.ts';
import { costOfAwake, type TimeAwakeCost } from './cost-of-awake.ts';
import { type EqualTimeout, equalTimeout } from './equal-timeout.ts';
import { fixedTimeout } from './fixed-timeout.ts';
import { hybridHistogram } from './hybrid-histogram.ts';
import { type Lived, lived, type PolicyWorld } from './lived.ts';
import { pauseLengths } from './pause-lengths.ts';
import { PAUSE_MS, type Policy, type PolicyReason } from './policy.ts';
import { weeklySchedule } from './weekly-schedule.ts';

/** Time awake is given relative to this timeout, as in the literature. */
export const REFERENCE_MS = 10 * MINUTE_MS;

type PolicyKind = 'fixed timeout' | 'off' | 'hybrid histogram' | 'weekly schedule';

export interface PolicyResult extends TimeAwakeCost {
  readonly kind: PolicyKind;
  /** The timeout of a fixed timeout; null for all other policies. */
  readonly suspendAfterMs: number | null;
  /** Whether the service sells it on this plan. */
  readonly isSold: boolean;
  readonly arrivals: number;
  readonly coldStarts: number;
  /** The share of arrivals that had to wait for a start; null if there were no arrivals. */
  readonly coldShare: number | null;
  readonly coldStartsPerDay: number;
  readonly preWakes: number;
  readonly uselessPreWakes: number;
  readonly awakeMs: number;
  /** Relative to a fixed timeout of ten minutes. */
  readonly awakeNormalised: number;
  /** For a policy that learns, a fixed timeout to compare it with; null for fixed timeouts. */
  readonly equal: EqualTimeout | null;
  /** How often each reason decided. */
  readonly decisions: Readonly<Partial<Record<PolicyReason, number>>>;
}

export interface ComparedCompute {
  readonly name: string;
  /** How long a fixed timeout of ten minutes keeps it awake. */
  readonly referenceMs: number;
  readonly policies: readonly PolicyResult[];
  /** Pauses by their length: where each class begins, and how many there are. */
  readonly pauses: ReturnType<typeof pauseLengths>;
}

/** Runs each policy on one compute over the same activity: first the fixed timeouts, in ascending order. */
export async function comparePolicies(
  simulation: Simulation,
  compute: ComputePlan,
  timeoutsMs: readonly number[],
  advance: Advance,
): Promise<ComparedCompute> {
  const { facts, plan, horizonMs, assumptions, startMs, zone } = simulation;
  const world: PolicyWorld = {
    activities: await activityOf(simulation, compute, advance),
    horizonMs,
    startMs: quantileMs(assumptions.life.startTime, 0.5),
  };
  const fixed = [...timeoutSteps([...timeoutsMs, PAUSE_MS]), null].map((suspendAfterMs) => ({
    suspendAfterMs,
    life: lived(fixedTimeout(suspendAfterMs), world),
  }));
  const shown = [...timeoutSteps(timeoutsMs), null];
  const costOf = await costOfAwake(
    simulation,
    compute,
    fixed.map(({ suspendAfterMs, life: { awakeMs } }) => ({ suspendAfterMs, awakeMs })),
    advance,
  );
  const referenceMs = fixed.find(({ suspendAfterMs }) => suspendAfterMs === REFERENCE_MS)?.life.awakeMs ?? 0;
  const context: Context = { horizonMs, referenceMs, costOf };
  const isSold = (suspendAfterMs: number | null) =>
    suspendProblems(recommendableFacts(facts), plan, suspendAfterMs, compute.size.maxCu, '').length === 0;
  const learnt = <Known>(kind: PolicyKind, policy: Policy<Known>) => {
    const life = lived(policy, world);
    const equal = equalTimeout(world, life.awakeMs);
    return resultOf(life, { kind, suspendAfterMs: null, isSold: false, equal }, context);
  };
  return {
    name: compute.name,
    referenceMs,
    pauses: pauseLengths(world.activities),
    policies: [
      ...fixed
        .filter(({ suspendAfterMs }) => shown.includes(suspendAfterMs))
        .map(({ suspendAfterMs, life }) => {
          const kind = suspendAfterMs === null ? 'off' : 'fixed timeout';
          return resultOf(
            life,
            { kind, suspendAfterMs, isSold: isSold(suspendAfterMs), equal: null },
            context,
          );
        }),
      learnt('hybrid histogram', hybridHistogram),
      learnt('weekly schedule', weeklySchedule(startMs, zone, facts.suspendDefaultMs.value)),
    ],
  };
}

function timeoutSteps(timeoutsMs: readonly number[]): number[] {
  return [...new Set([...timeoutsMs, REFERENCE_MS])].sort((one, other) => one - other);
}

interface Context {
  readonly costOf: (awakeMs: number) => TimeAwakeCost;
  readonly referenceMs: number;
  readonly horizonMs: number;
}

function resultOf(
  life: Lived,
  what: Pick<PolicyResult, 'kind' | 'suspendAfterMs' | 'isSold' | 'equal'>,
  { costOf, referenceMs, horizonMs }: Context,
): PolicyResult {
  const { arrivals, coldStarts, preWakes, uselessPreWakes, awakeMs, decisions } = life;
  return {
    ...what,
    arrivals,
    coldStarts,
    coldShare: arrivals === 0 ? null : coldStarts / arrivals,
    coldStartsPerDay: (coldStarts * DAY_MS) / horizonMs,
    preWakes,
    uselessPreWakes,
    awakeMs,
    awakeNormalised: awakeMs / referenceMs,
    ...costOf(awakeMs),
    decisions,
  };
}
