import type { FactSet, PlanName } from '../facts/index.ts';
import { type Choices, type Setting, settingOf } from '../planner/index.ts';
import type { Place } from '../problem/index.ts';
import type { Scenario } from '../scenario/index.ts';
import { refuseMany, refuseUnmeasured } from './one-compute.ts';
import { settingOfText } from './setting-text.ts';
import type { Assumed, Subject } from './subject.ts';
import { toldAt } from './told-at.ts';

/** A configuration that somebody wrote, such as `0.25-2, 5m`. */
export interface WrittenSetting {
  readonly text: string;
  /** The flag or the field that says it. */
  readonly field: string;
  /** The line of a file that says it; null: no file does. */
  readonly place: Place | null;
}

/** A scenario of one compute under its current configuration. */
export interface UnderCurrent {
  /** null: nobody has said what is set. */
  readonly current: Setting | null;
  /** As it reads without knowing the current configuration. */
  readonly asItIs: Scenario;
  readonly scenario: Scenario;
  /** The assumptions of the second reading. */
  readonly assumed: Assumed;
}

/** @param written goes before what a scenario sets; null: nobody has said more */
export function underCurrent(
  subject: Subject,
  written: WrittenSetting | null,
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
function currentOf({ simulation, isTrace }: Scenario, written: WrittenSetting | null): Setting | null {
  const own = settingOf(simulation);
  if (written !== null) return acceptedSetting(written, simulation.facts, simulation.plan, own);
  return isTrace ? null : own;
}

/** A setting that the plan of the service accepts. */
export function acceptedSetting(
  { text, field, place }: WrittenSetting,
  facts: FactSet,
  plan: PlanName,
  otherwise: Setting,
): Setting {
  return toldAt(place, () => settingOfText(text, facts, plan, otherwise, field));
}

/** The current configuration was the capacity, if the trace does not tell it. */
function inForceNow(current: Setting | null): Assumed {
  if (current === null) return {};
  const { minCu, maxCu } = current.size;
  return { inForce: [{ fromMs: Number.NEGATIVE_INFINITY, cu: maxCu, minCu }] };
}

/** The timeout of what is set is a choice too. */
export function withCurrent(choices: Choices, current: Setting | null): Choices {
  return current === null ? choices : { ...choices, presentMs: current.suspendAfterMs };
}
