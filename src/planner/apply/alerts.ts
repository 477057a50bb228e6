import { limitsOf } from '../../compute/index.ts';
import { burstVcpu, localFileCacheBytes } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { PRESETS, type Preset } from '../../trace/index.ts';
import type { Configuration } from '../configurations/configuration.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { alertMetrics } from './metrics.ts';
import type { BusiestDay } from './usage.ts';

export type AlertKind = 'throttled' | 'connections' | 'working set' | 'cold starts' | 'demand' | 'awake';

/** What shows that a plan was wrong: an expression of PromQL that is true then, and its bound. */
export interface Alert {
  readonly kind: AlertKind;
  readonly expr: string;
  readonly bound: number;
  /** How long it has to be true. */
  readonly forMinutes: number;
}

export interface AlertQuestion {
  readonly simulation: Simulation;
  readonly configuration: Configuration;
  readonly objectives: Objectives;
  /** Of the demand under the configuration. */
  readonly busiest: BusiestDay;
  /** How much the demand may grow until an objective is broken. */
  readonly breaksAt: number;
  readonly preset: Preset['name'];
}

/** Rules on the metrics that a preset knows; what it has no metric for has none. */
export function alertsOf(question: AlertQuestion): Alert[] {
  const { simulation, configuration, objectives, busiest, breaksAt, preset: name } = question;
  const { facts, assumptions } = simulation;
  const { maxCu } = configuration.size;
  const metrics = alertMetrics(PRESETS.find((preset) => preset.name === name));
  const { load, connections, workingSet, cpu, lives } = metrics;
  const vcpu = assumptions.burst ? burstVcpu(facts, maxCu) : maxCu;
  const { clientConnections } = limitsOf(configuration.size, simulation);
  const { throttled, refused, 'cache-hits': hits, 'cold-starts': wakes } = objectives;
  const all: (Alert | null)[] = [
    load === null || throttled === null
      ? null
      : alert('throttled', `avg_over_time((${load} > bool ${vcpu})[1d:1m]) > ${throttled}`, throttled, 10),
    connections === null || refused === null
      ? null
      : alert('connections', above(connections, round(NEAR * clientConnections)), clientConnections, 1),
    workingSet === null || hits === null
      ? null
      : alert(
          'working set',
          `${workingSet} * 8192 > ${localFileCacheBytes(facts, maxCu)}`,
          localFileCacheBytes(facts, maxCu),
          60,
        ),
    lives === null || wakes === null || configuration.suspendAfterMs === null
      ? null
      : alert('cold starts', above(lives, wakes), wakes, 0),
    cpu === null || busiest.vcpu === 0
      ? null
      : alert(
          'demand',
          // With spaces where a line may end.
          above(`avg_over_time( ${cpu}[1d:5m] )`, round(busiest.vcpu * breaksAt)),
          round(busiest.vcpu * breaksAt),
          60,
        ),
    load === null || lives === null || busiest.awakeShare * MORE_AWAKE >= 1
      ? null
      : alert(
          'awake',
          above(`count_over_time(${load}[1d:1m]) / 1440`, round(busiest.awakeShare * MORE_AWAKE)),
          round(busiest.awakeShare * MORE_AWAKE),
          60,
        ),
  ];
  return all.filter((one) => one !== null);
}

/** Near enough to a limit to look before anybody is refused. */
const NEAR = 0.9;
/** Than on the busiest day that was planned for. */
const MORE_AWAKE = 1.25;

function alert(kind: AlertKind, expr: string, bound: number, forMinutes: number): Alert {
  return { kind, expr, bound, forMinutes };
}

function above(expr: string, bound: number): string {
  return `${expr} > ${bound}`;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
