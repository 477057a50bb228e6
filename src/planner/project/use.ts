import { DAY_MS, HOUR_MS, QUARTER_CU_MS_PER_CU_HOUR, QUOTED_MONTH_HOURS } from '../../facts/index.ts';
import { type EventSink, Run, type Simulation, totalsOnlyRun } from '../../simulator/index.ts';
import { leastAwakeOf } from '../bounds/least-awake.ts';
import { type Configuration, withConfiguration } from '../configurations/configuration.ts';
import { grownBy, underConditions } from '../search/conditions.ts';

/** The use of the project's limits by one or more of its computes. Plain data. */
export interface Use {
  /** When each compute is active: the start and the end of each time. Empty if these computes do not count. */
  readonly active: readonly Float64Array[];
  /** The same with as much more demand as the objective `headroom` asks for. Empty if it asks for none. */
  readonly activeGrown: readonly Float64Array[];
  /**
   * CU-hours of each calendar month. A run that is shorter than a month has the CU-hours of a month at its pace. Empty
   * if there is no quota.
   */
  readonly months: readonly number[];
}

/** The uses that a limit of the project needs. */
export interface UseQuestion {
  readonly isActiveCounted: boolean;
  readonly hasQuota: boolean;
  readonly headroom: number;
}

/** @param alone a simulation of each compute alone */
export function useOf(
  alone: readonly Simulation[],
  configuration: Configuration,
  { isActiveCounted, hasQuota, headroom }: UseQuestion,
): Use {
  const grown = grownBy(1 + headroom);
  const times = (simulation: Simulation) => activeTimes(simulation, configuration);
  return {
    active: isActiveCounted ? alone.map(times) : [],
    activeGrown:
      isActiveCounted && headroom > 0 ? alone.map((one) => times(underConditions(one, grown))) : [],
    months: hasQuota ? summed(alone.map((one) => monthsOf(one, configuration))) : [],
  };
}

export function summedUse(uses: readonly Use[]): Use {
  return {
    active: uses.flatMap(({ active }) => active),
    activeGrown: uses.flatMap(({ activeGrown }) => activeGrown),
    months: summed(uses.map(({ months }) => months)),
  };
}

function activeTimes(simulation: Simulation, configuration: Configuration): Float64Array {
  const { horizonMs } = simulation;
  if (leastAwakeOf(simulation).neverSleeps(configuration)) return Float64Array.of(0, horizonMs);
  const times: number[] = [];
  const isActive = () => times.length % 2 === 1;
  const sink: EventSink = ({ kind, atMs, state }) => {
    if (kind === 'state' && (state === 'active') !== isActive()) times.push(atMs);
  };
  new Run(withConfiguration(simulation, configuration), sink).advance(horizonMs);
  if (isActive()) times.push(horizonMs);
  // A run begins awake, as if somebody had just created all computes. The service wakes them when clients come.
  const isAsleepLater = times.length > 2 || times[1] !== horizonMs;
  return Float64Array.from(times[0] === 0 && isAsleepLater ? times.slice(2) : times);
}

function monthsOf(simulation: Simulation, configuration: Configuration): number[] {
  const { horizonMs } = simulation;
  const run = totalsOnlyRun(withConfiguration(simulation, configuration));
  run.advance(horizonMs);
  const months = run
    .monthsAt(horizonMs)
    .map(({ quarterCuMs }) => (quarterCuMs[0] as number) / QUARTER_CU_MS_PER_CU_HOUR);
  if (horizonMs >= SHORTEST_MONTH_MS) return months;
  const all = months.reduce((sum, one) => sum + one, 0);
  return [(all * QUOTED_MONTH_HOURS * HOUR_MS) / horizonMs];
}

const SHORTEST_MONTH_MS = 28 * DAY_MS;

function summed(lists: readonly (readonly number[])[]): number[] {
  const length = Math.max(0, ...lists.map((one) => one.length));
  return Array.from({ length }, (_, at) => lists.reduce((sum, one) => sum + (one[at] ?? 0), 0));
}
