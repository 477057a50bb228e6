import type { FactSet, PlanName } from '../facts/index.ts';
import { type Choices, type Configuration, configurationOf } from '../planner/index.ts';
import type { Place } from '../problem/index.ts';
import type { Scenario } from '../scenario/index.ts';
import { checkedConfiguration } from './configuration-text.ts';
import { refuseMany, refuseUnmeasured } from './one-compute.ts';
import type { Subject, TraceAssumptions } from './subject.ts';
import { withPlace } from './with-place.ts';

/** A configuration as the user wrote it, such as `0.25-2, 5m`. */
export interface WrittenConfiguration {
  readonly text: string;
  /** The flag or the field that has it. */
  readonly field: string;
  /** The line of the file that has it, or a function that finds it. Null if it is from a flag. */
  readonly place: Place | (() => Place) | null;
}

/** A scenario of one compute under its current configuration. */
export interface UnderCurrent {
  /** Null if the current configuration is unknown. */
  readonly current: Configuration | null;
  /** The scenario, read without the current configuration. */
  readonly asItIs: Scenario;
  readonly scenario: Scenario;
  /** The assumptions of `scenario` about capacity, from the current configuration. */
  readonly assumed: TraceAssumptions;
}

/** @param written takes precedence over the scenario's own configuration; null if there is none */
export function underCurrent(
  subject: Subject,
  written: WrittenConfiguration | null,
  what: Parameters<typeof refuseMany>[2],
): UnderCurrent {
  const asItIs = subject.read({});
  refuseMany(asItIs.simulation, subject.name, what);
  refuseUnmeasured(asItIs.simulation, subject.name);
  const current = currentOf(asItIs, written);
  const assumed = assumedCapacity(current);
  return { current, asItIs, assumed, scenario: subject.read(assumed) };
}

/** A trace does not say which configuration is current. */
function currentOf(
  { simulation, isTrace }: Scenario,
  written: WrittenConfiguration | null,
): Configuration | null {
  const own = configurationOf(simulation);
  if (written !== null) return acceptedConfiguration(written, simulation.facts, simulation.plan, own);
  return isTrace ? null : own;
}

/** Parses a configuration that the plan of the service has to accept. */
export function acceptedConfiguration(
  { text, field, place }: WrittenConfiguration,
  facts: FactSet,
  plan: PlanName,
  otherwise: Configuration,
): Configuration {
  return withPlace(place, () => checkedConfiguration(text, facts, plan, otherwise, field));
}

/** Assumes that the current configuration was the capacity, unless the trace has one. */
function assumedCapacity(current: Configuration | null): TraceAssumptions {
  if (current === null) return {};
  const { minCu, maxCu } = current.size;
  return { inForce: [{ fromMs: Number.NEGATIVE_INFINITY, cu: maxCu, minCu }] };
}

/** Adds the current timeout to the candidates. */
export function withCurrent(choices: Choices, current: Configuration | null): Choices {
  return current === null ? choices : { ...choices, currentMs: current.suspendAfterMs };
}
