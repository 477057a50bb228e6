import { planSizes } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { hasRoute } from '../../workload/index.ts';
import { type Configuration, onlyCompute } from '../configurations/configuration.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { type Alert, alertsOf } from './alerts.ts';
import { type QuietTime, quietTime } from './quiet-time.ts';
import { usageOf } from './usage.ts';

/** How to apply a plan, and the alerts that would show it wrong. */
export interface Application {
  readonly current: Configuration | null;
  readonly recommendation: Configuration;
  /**
   * The parts that change. If the current configuration is unknown, the size and the timeout count as
   * changed.
   */
  readonly changes: { readonly size: boolean; readonly timeout: boolean; readonly route: boolean };
  /** By the specification, a change of the size, the minimum or the maximum restarts a running compute. */
  readonly restarts: boolean;
  /** The plan of the service has no changes of size, so the API would refuse it. */
  readonly isRefused: boolean;
  /** The most connections in a minute, which a restart at the worst time would drop. */
  readonly mostConnections: number;
  /** Null if no whole hour is known. */
  readonly quiet: QuietTime | null;
  readonly timezone: string;
  readonly alerts: readonly Alert[];
}

interface ApplicationQuestion {
  readonly simulation: Simulation;
  readonly current: Configuration | null;
  readonly recommendation: Configuration;
  readonly objectives: Objectives;
  /** The growth at which an objective breaks; null if none that was tried does. */
  readonly breaksAt: number | null;
  readonly preset: 'neon' | 'exporters';
}

export function applicationOf(question: ApplicationQuestion): Application {
  const { simulation, current, recommendation, objectives, breaksAt, preset } = question;
  const planned = usageOf(simulation, recommendation);
  const { minutes } = current === null ? planned : usageOf(simulation, current);
  const size =
    current === null ||
    current.size.minCu !== recommendation.size.minCu ||
    current.size.maxCu !== recommendation.size.maxCu;
  const demand = onlyCompute(simulation).demand;
  return {
    current,
    recommendation,
    changes: {
      size,
      timeout: current === null || current.suspendAfterMs !== recommendation.suspendAfterMs,
      route: demand.some(hasRoute) && current !== null && current.route !== recommendation.route,
    },
    restarts: size,
    isRefused: size && !planSizes(simulation.facts, simulation.plan).changes,
    mostConnections: minutes.reduce((most, { connections }) => Math.max(most, connections), 0),
    quiet: quietTime(minutes),
    timezone: simulation.zone.name,
    alerts: alertsOf({
      simulation,
      configuration: recommendation,
      objectives,
      busiest: planned.busiest,
      breaksAt: breaksAt ?? FURTHEST,
      preset,
    }),
  };
}

/** Stands for the growth at which an objective breaks, if none broke as far as growth was tried. */
const FURTHEST = 10;
