import { planSizes } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { type Configuration, onlyCompute } from '../configurations/configuration.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { type Alert, alertsOf } from './alerts.ts';
import { type QuietTime, quietTime } from './quiet-time.ts';
import { usageOf } from './usage.ts';

/** How a plan is put into practice, and how it is known that it was wrong. */
export interface Application {
  readonly current: Configuration | null;
  readonly recommendation: Configuration;
  /** What is set otherwise; where nobody has said what is set today, all of it. */
  readonly changes: { readonly size: boolean; readonly timeout: boolean; readonly route: boolean };
  /** The specification: a change of the size, the minimum or the maximum restarts a compute that runs. */
  readonly restarts: boolean;
  /** The plan has no changes of size: the API would refuse it. */
  readonly isRefused: boolean;
  /** Connections that a restart would drop at the worst time that was seen. */
  readonly mostConnections: number;
  /** null: no whole hour is known. */
  readonly quiet: QuietTime | null;
  readonly timezone: string;
  readonly alerts: readonly Alert[];
}

interface ApplicationQuestion {
  readonly simulation: Simulation;
  readonly current: Configuration | null;
  readonly recommendation: Configuration;
  readonly objectives: Objectives;
  /** The growth at which an objective breaks; null: none that was tried. */
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
      route:
        demand.some(({ kind }) => kind !== 'load') &&
        current !== null &&
        current.route !== recommendation.route,
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

/** Nothing broke as far as growth was tried. */
const FURTHEST = 10;
