import type { Simulation } from '../../simulator/index.ts';
import { isRuns, type SampledProfile, sameSamples } from '../../workload/index.ts';
import { configurationOf, onlyCompute } from '../configurations/configuration.ts';

/** A field whose values in two simulations differ. */
export interface Difference {
  readonly field: string;
  /** As plain data; null if the field is missing. */
  readonly a: unknown;
  readonly b: unknown;
}

/** The differences in everything but the demand. */
export function configurationDifferences(a: Simulation, b: Simulation): Difference[] {
  return differences(settingsOf(a), settingsOf(b));
}

/** The differences in what arrives at the compute, when, and for how long. */
export function demandDifferences(a: Simulation, b: Simulation): Difference[] {
  // A connection path that all demand shares is part of the configuration, and is not listed again for each
  // demand.
  const isRouteSet = configurationOf(a).route !== configurationOf(b).route;
  return differences(demandOf(a), demandOf(b)).filter(
    ({ field }) => !(isRouteSet && /^demand\..*\.route$/.test(field)),
  );
}

function settingsOf(simulation: Simulation) {
  const { plan, facts, prices, releases } = simulation;
  // It makes no difference who stated an assumption.
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
  // It makes no difference whether a value of the demand was measured or stated.
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

/** The fields of a group, or the elements of a list by their names; null if the value has no parts. */
function partsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || isValues(value)) return null;
  if (!Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  const names = value.map((one: unknown, i) =>
    String((one as { readonly name?: unknown } | null)?.name ?? i),
  );
  // If two elements have the same name, the position identifies each.
  const isNamed = new Set(names).size === names.length;
  return Object.fromEntries(value.map((one, i) => [isNamed ? names[i] : i, one]));
}

/** Samples, or a list of plain values, which count as one value. */
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
