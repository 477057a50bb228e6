import type { FactSet, PlanName } from '../facts/index.ts';
import { type Choices, type Configuration, configurationOf } from '../planner/index.ts';
import type { Place } from '../problem/index.ts';
import type { Scenario } from '../scenario/index.ts';
import { settingOfText } from './configuration-text.ts';
import { refuseMany, refuseUnmeasured } from './one-compute.ts';
import type { Assumed, Subject } from './subject.ts';
import { toldAt } from './told-at.ts';

/** A configuration that somebody wrote, such as `0.25-2, 5m`. */
export interface WrittenConfiguration {
  readonly text: string;
  /** The flag or the field that says it. */
  readonly field: string;
  /** The line of a file that says it; null: no file does. */
  readonly place: Place | null;
}

/** A scenario of one compute under its current configuration. */
export interface UnderCurrent {
  /** null: nobody has said what is set. */
  readonly current: Configuration | null;
  /** As it reads without knowing the current configuration. */
  readonly asItIs: Scenario;
  readonly scenario: Scenario;
  /** The assumptions of the second reading. */
  readonly assumed: Assumed;
}

/** @param written goes before what a scenario sets; null: nobody has said more */
export function underCurrent(
  subject: Subject,
  written: WrittenConfiguration | null,
  what: Parameters<typeof refuseMany>[2],
): UnderCurrent {
  const asItIs = subject.read({});
  refuseMany(asItIs.simulation, subject.name, what);
  refuseUnmeasured(asItIs.simulation, subject.name);
  const current = currentOf(asItIs, written);
  const assumed = inForceNow(current);
  return { current, asItIs, assumed, scenario: subject.read(assumed) };
}

/** A trace tells nothing of what is set. */
function currentOf(
  { simulation, isTrace }: Scenario,
  written: WrittenConfiguration | null,
): Configuration | null {
  const own = configurationOf(simulation);
  if (written !== null) return acceptedConfiguration(written, simulation.facts, simulation.plan, own);
  return isTrace ? null : own;
}

/** A configuration that the plan of the service accepts. */
export function acceptedConfiguration(
  { text, field, place }: WrittenConfiguration,
  facts: FactSet,
  plan: PlanName,
  otherwise: Configuration,
): Configuration {
  return toldAt(place, () => settingOfText(text, facts, plan, otherwise, field));
}

/** The current configuration was the capacity, if the trace does not tell it. */
function inForceNow(current: Configuration | null): Assumed {
  if (current === null) return {};
  const { minCu, maxCu } = current.size;
  return { inForce: [{ fromMs: Number.NEGATIVE_INFINITY, cu: maxCu, minCu }] };
}

/** The current timeout is a candidate too. */
export function withCurrent(choices: Choices, current: Configuration | null): Choices {
  return current === null ? choices : { ...choices, currentMs: current.suspendAfterMs };
}
