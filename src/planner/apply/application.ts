import type { Simulation } from '../../engine/index.ts';
import { planSizes } from '../../facts/index.ts';
import type { Promises } from '../promises/promises.ts';
import { onlyCompute, type Setting } from '../settings/setting.ts';
import { type Alert, alertsOf } from './alerts.ts';
import { type QuietTime, quietTime } from './quiet-time.ts';
import { usageOf } from './usage.ts';

/** How a plan is put into practice, and how it is known that it was wrong. */
export interface Application {
  readonly present: Setting | null;
  readonly choice: Setting;
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
  readonly present: Setting | null;
  readonly choice: Setting;
  readonly promises: Promises;
  /** The growth at which a promise breaks; null: none that was tried. */
  readonly breaksAt: number | null;
  readonly preset: 'neon' | 'exporters';
}

export function applicationOf(question: ApplicationQuestion): Application {
  const { simulation, present, choice, promises, breaksAt, preset } = question;
  const planned = usageOf(simulation, choice);
  const { minutes } = present === null ? planned : usageOf(simulation, present);
  const size =
    present === null || present.size.minCu !== choice.size.minCu || present.size.maxCu !== choice.size.maxCu;
  const demand = onlyCompute(simulation).demand;
  return {
    present,
    choice,
    changes: {
      size,
      timeout: present === null || present.suspendAfterMs !== choice.suspendAfterMs,
      route: demand.some(({ kind }) => kind !== 'load') && present !== null && present.route !== choice.route,
    },
    restarts: size,
    isRefused: size && !planSizes(simulation.facts, simulation.plan).changes,
    mostConnections: minutes.reduce((most, { connections }) => Math.max(most, connections), 0),
    quiet: quietTime(minutes),
    timezone: simulation.zone.name,
    alerts: alertsOf({
      simulation,
      setting: choice,
      promises,
      busiest: planned.busiest,
      breaksAt: breaksAt ?? FURTHEST,
      preset,
    }),
  };
}

/** Nothing broke as far as growth was tried. */
const FURTHEST = 10;
