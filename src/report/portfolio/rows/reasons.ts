import {
  type Configuration,
  isAtLittleRisk,
  type Judged,
  type ObjectiveName,
} from '../../../planner/index.ts';
import { bothWays, isDecisive } from '../../plan/both-ways.ts';
import type { PlannedDatabase } from './planned-database.ts';

/** Every reason that a row can have, and what it means. Files and programs filter by these codes, so none changes. */
export const REASON_CODES = {
  'oversized-minimum': 'the minimum size could be smaller',
  'oversized-maximum': 'the maximum size could be smaller',
  'undersized-minimum': 'the minimum size should be larger',
  'undersized-maximum': 'the maximum size should be larger',
  'never-sleeps': 'scale to zero is off, and could be on',
  'sleeps-late': 'the timeout of scale to zero could be shorter',
  'sleeps-early': 'the timeout of scale to zero should be longer, or off',
  'connection-path': 'clients should connect in another way, directly or through the pooler',
  'never-used': 'the compute has no activity in the whole trace',
  'background-activity': 'activity that is not demand of clients decides the price',
  'slow-queries': 'an objective for throttling or delays is broken',
  'cold-starts': 'an objective for wakes from sleep is broken',
  connections: 'an objective for connections or the pooler is broken',
  memory: 'the objective for memory is broken',
  cache: 'the objective for the cache is broken',
  disk: 'the objective for the temporary disk is broken',
  'dropped-connections': 'the objective for dropped connections is broken',
  quota: 'the objective for the quota is broken',
  budget: 'the objective for the budget is broken',
  'little-headroom': 'objectives are broken only with more demand than today',
  'unmeasured-assumption': 'objectives are broken only at one end of an assumption that nobody has measured',
  'no-configuration': 'no configuration meets all objectives',
  'may-be-refused': 'the newest facts of the service do not allow the recommendation',
  outgrown: 'the recommendation breaks an objective within the growth that you asked about',
  'risky-months': 'the recommendation breaks an objective in more than 5% of months',
  'short-trace': 'the trace has too few days to judge future months',
  'current-unknown': 'the current configuration is unknown',
  'no-values': 'the file has no values',
  unreadable: 'the file cannot be read or planned',
} as const;

export type ReasonCode = keyof typeof REASON_CODES;

/** The reasons for the severity of a planned database and for its recommendation, in the order of the list. */
export function reasonCodesOf({
  plan,
  refused,
  lasting,
  background,
  horizonMs,
}: PlannedDatabase): ReasonCode[] {
  const { current, recommendation, verdict, uncertainty, nearest } = plan;
  const { feasible } = uncertainty.recommendation ?? { feasible: 1 };
  const both = bothWays(background, recommendation, current);
  const changes = verdict === 'change' && current !== null && recommendation !== null;
  const broken = current?.broken ?? (recommendation === null ? nearest?.broken : undefined) ?? [];
  const [first] = broken;
  const found = new Set<ReasonCode | false>([
    ...(changes ? differencesOf(current.configuration, recommendation.configuration) : []),
    changes && isNeverUsed(recommendation, horizonMs) && 'never-used',
    both !== null && isDecisive(both) && 'background-activity',
    ...broken.map(({ objective }) => REASON_OF_OBJECTIVE[objective]),
    first?.under !== undefined && ('demand' in first.under ? 'little-headroom' : 'unmeasured-assumption'),
    recommendation === null && 'no-configuration',
    refused !== null && 'may-be-refused',
    lasting !== null && lasting.breaks !== null && 'outgrown',
    feasible !== null && !isAtLittleRisk(feasible) && 'risky-months',
    feasible === null && 'short-trace',
    current === null && 'current-unknown',
  ]);
  return ALL_CODES.filter((code) => found.has(code));
}

/** The reason of a database without a plan. */
export function unplannedReasons(isWithoutData: boolean): readonly ReasonCode[] {
  return [isWithoutData ? 'no-values' : 'unreadable'];
}

const ALL_CODES = Object.keys(REASON_CODES) as ReasonCode[];

const REASON_OF_OBJECTIVE: Readonly<Record<ObjectiveName, ReasonCode>> = {
  throttled: 'slow-queries',
  'delay-p95': 'slow-queries',
  'delay-p99': 'slow-queries',
  'cold-starts': 'cold-starts',
  'cold-starts-in-hours': 'cold-starts',
  'delayed-clients': 'cold-starts',
  'delayed-over': 'cold-starts',
  'failed-connects': 'connections',
  refused: 'connections',
  'pool-wait-p99': 'connections',
  'cache-hits': 'cache',
  'memory-kills': 'memory',
  'disk-free': 'disk',
  dropped: 'dropped-connections',
  headroom: 'little-headroom',
  quota: 'quota',
  budget: 'budget',
};

function differencesOf(now: Configuration, then: Configuration): (ReasonCode | false)[] {
  // Off counts as the longest timeout.
  const ms = ({ suspendAfterMs }: Configuration) => suspendAfterMs ?? Number.POSITIVE_INFINITY;
  return [
    now.size.minCu > then.size.minCu && 'oversized-minimum',
    now.size.maxCu > then.size.maxCu && 'oversized-maximum',
    now.size.minCu < then.size.minCu && 'undersized-minimum',
    now.size.maxCu < then.size.maxCu && 'undersized-maximum',
    ms(now) > ms(then) && (now.suspendAfterMs === null ? 'never-sleeps' : 'sleeps-late'),
    ms(now) < ms(then) && 'sleeps-early',
    now.route !== then.route && 'connection-path',
  ];
}

/** Whether the compute slept from the start and never woke. */
export function isNeverUsed({ configuration, outcome }: Judged, horizonMs: number): boolean {
  const { suspendAfterMs } = configuration;
  if (suspendAfterMs === null || outcome.wakesPerDay > 0) return false;
  return outcome.awakeShare * horizonMs <= 2 * suspendAfterMs;
}
