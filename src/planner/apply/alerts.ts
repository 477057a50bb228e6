import { limitsOf } from '../../compute/index.ts';
import { burstVcpu, localFileCacheBytes } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { PRESETS, type Preset } from '../../trace/index.ts';
import type { Configuration } from '../configurations/configuration.ts';
import type { Objectives } from '../objectives/objectives.ts';
import { alertMetrics } from './metrics.ts';
import type { BusiestDay } from './usage.ts';

export type AlertKind = 'throttled' | 'connections' | 'working set' | 'cold starts' | 'demand' | 'awake';

/** A PromQL expression that is true if the plan was wrong, and the bound in it. */
export interface Alert {
  readonly kind: AlertKind;
  readonly expr: string;
  readonly bound: number;
  /** How long it has to be true before the alert fires. */
  readonly forMinutes: number;
}

export interface AlertQuestion {
  readonly simulation: Simulation;
  readonly configuration: Configuration;
  readonly objectives: Objectives;
  /** The busiest day of the demand under the configuration. */
  readonly busiest: BusiestDay;
  /** The factor of demand at which an objective breaks. */
  readonly breaksAt: number;
  readonly preset: Preset['name'];
}

/** Rules for the metrics that a preset has. A kind without its metrics gets no rule. */
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
          // The spaces are places where a line may break.
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

/** So close to a limit that somebody should look before a client is refused. */
const NEAR = 0.9;
/** How many times the awake share of the busiest planned day raises an alert. */
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
