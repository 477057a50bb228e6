import type { Simulation } from '../../simulator/index.ts';
import { isRuns, type SampledProfile, sameSamples } from '../../workload/index.ts';
import { configurationOf, onlyCompute } from '../configurations/configuration.ts';

/** A field that two simulations have differently. */
export interface Difference {
  readonly field: string;
  /** As plain data; null: it is not there. */
  readonly a: unknown;
  readonly b: unknown;
}

/** What somebody has set differently. */
export function configurationDifferences(a: Simulation, b: Simulation): Difference[] {
  return differences(settingsOf(a), settingsOf(b));
}

/** What comes to the compute, when, and for how long. */
export function demandDifferences(a: Simulation, b: Simulation): Difference[] {
  // One route for all is a configuration, and then not told of each demand again.
  const isRouteSet = configurationOf(a).route !== configurationOf(b).route;
  return differences(demandOf(a), demandOf(b)).filter(
    ({ field }) => !(isRouteSet && /^demand\..*\.route$/.test(field)),
  );
}

function settingsOf(simulation: Simulation) {
  const { plan, facts, prices, releases } = simulation;
  // Who told something is no difference.
  const { known: _, ...assumptions } = simulation.assumptions;
  const { type, workingSetBytes, changes } = onlyCompute(simulation);
  const { size, suspendAfterMs, route } = configurationOf(simulation);
  return {
    ...size,
    suspendAfterMs,
    route,
    workingSetBytes,
    type,
    plan,
    facts: facts.name,
    releases,
    changes,
    assumptions,
    prices,
  };
}

function demandOf(simulation: Simulation) {
  const { startMs, horizonMs, zone, seed } = simulation;
  // What was measured or told of a demand is no part of the demand.
  const demand = onlyCompute(simulation).demand.map((one) => {
    if (one.kind !== 'load') return one;
    const { known: _, ...load } = one;
    return load;
  });
  return { startMs, horizonMs, zone: zone.name, seed, demand };
}

function differences(a: unknown, b: unknown, field = ''): Difference[] {
  if (Object.is(a, b) || (isValues(a) && isValues(b) && sameSamples(a, b))) return [];
  const [inA, inB] = [partsOf(a), partsOf(b)];
  if (inA === null || inB === null || inA.kind !== inB.kind) return [{ field, a: plain(a), b: plain(b) }];
  return [...new Set([...Object.keys(inA), ...Object.keys(inB)])].flatMap((key) =>
    differences(inA[key], inB[key], field === '' ? key : `${field}.${key}`),
  );
}

/** What a group holds by its fields, a list of named groups by their names; null: it is one value. */
function partsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || isValues(value)) return null;
  if (!Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  const names = value.map((one: unknown, i) =>
    String((one as { readonly name?: unknown } | null)?.name ?? i),
  );
  // Of two that are named alike, the places tell which is which.
  const isNamed = new Set(names).size === names.length;
  return Object.fromEntries(value.map((one, i) => [isNamed ? names[i] : i, one]));
}

/** Samples, or a list of plain values: nobody looks at each. */
function isValues(value: unknown): value is SampledProfile {
  if (typeof value !== 'object' || value === null) return false;
  if (isRuns(value)) return true;
  if (!('at' in value) || typeof value.at !== 'function') return false;
  return !Array.isArray(value) || (value.length > 0 && value.every((one) => typeof one !== 'object'));
}

function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (isValues(value)) return `${value.length} values`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
