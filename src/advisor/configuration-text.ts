import {
  checkSizeSetting,
  type FactSet,
  type PlanName,
  type SizeSetting,
  suspendProblems,
} from '../facts/index.ts';
import type { Configuration } from '../planner/index.ts';
import { ProblemError, problem } from '../problem/index.ts';
import { durationText, type FieldChange, parseDuration } from '../scenario/index.ts';

const SETTING =
  /^(\d+(?:\.\d+)?)(?:\s*(?:-|to)\s*(\d+(?:\.\d+)?))?\s*(?:CU)?\s*(?:,\s*(off|on|[\d.]+[a-z]+))?\s*(,\s*pooler)?$/i;

/** A configuration that was parsed, but not yet checked against the plan of the service. */
interface ReadConfiguration {
  readonly size: SizeSetting;
  /** Undefined for the default timeout. */
  readonly suspendAfterMs: number | null | undefined;
  readonly isPooled: boolean;
}

/** Parses `0.25-2, 5m`, `1, off` or `0.25-2, 5m, pooler`. */
function readConfiguration(text: string, field: string): ReadConfiguration {
  const match = SETTING.exec(text.trim());
  if (match === null)
    throw problem(
      { field },
      `found "${text}"`,
      'write a configuration such as "0.25-2, 5m" or "1, off, pooler"',
    );
  const [, min, max = min, timeout, pooler] = match;
  return {
    size: { minCu: Number(min), maxCu: Number(max) },
    suspendAfterMs: timeout === undefined ? undefined : timeoutOf(timeout, field),
    isPooled: pooler !== undefined,
  };
}

/** Turns the text into changes of a scenario, which then runs its own checks. */
export function configurationChanges(text: string, flag: string): FieldChange[] {
  const { isPooled, ...written } = readConfiguration(text, flag);
  return [...settingFields(written, flag), ...(isPooled ? [{ flag, path: ['pooler'], value: true }] : [])];
}

/**
 * Turns size and timeout into the fields of a scenario.
 *
 * @param path the path of the compute in the scenario
 */
export function settingFields(
  { size, suspendAfterMs }: Pick<ReadConfiguration, 'size' | 'suspendAfterMs'>,
  flag: string,
  path: readonly PropertyKey[] = ['compute'],
): FieldChange[] {
  const { minCu, maxCu } = size;
  const fields = {
    ...(minCu === maxCu ? { size: minCu } : { min: minCu, max: maxCu }),
    suspendAfter:
      suspendAfterMs === undefined
        ? undefined
        : suspendAfterMs === null
          ? 'off'
          : durationText(suspendAfterMs),
  };
  return Object.entries(fields).map(([name, value]) => ({ flag, path: [...path, name], value }));
}

/** Parses a configuration and checks that the plan of the service allows it. */
export function checkedConfiguration(
  text: string,
  facts: FactSet,
  plan: PlanName,
  otherwise: Configuration,
  field: string,
): Configuration {
  const configuration = uncheckedConfiguration(text, facts, plan, otherwise, field);
  const { size, suspendAfterMs } = configuration;
  checkSizeSetting(facts, plan, size, { min: field, max: field });
  const problems = suspendProblems(facts, plan, suspendAfterMs, size.maxCu, field);
  if (problems.length > 0) throw new ProblemError(problems);
  return configuration;
}

/** Parses a configuration that the plan of the service may refuse. */
export function uncheckedConfiguration(
  text: string,
  facts: FactSet,
  plan: PlanName,
  otherwise: Configuration,
  field: string,
): Configuration {
  const { size, suspendAfterMs = facts.suspendDefaultMs.value, isPooled } = readConfiguration(text, field);
  // A range from a larger to a smaller size is a slip, and no configuration.
  if (size.minCu > size.maxCu) checkSizeSetting(facts, plan, size, { min: field, max: field });
  return { size, suspendAfterMs, route: isPooled ? 'pooler' : otherwise.route };
}

/** Parses a scale-to-zero timeout. Null for `off` or `on`: the compute never sleeps. */
export function timeoutOf(text: string, field: string): number | null {
  if (text === 'off' || text === 'on') return null;
  const ms = parseDuration(text);
  if (ms === null)
    throw problem({ field }, `found "${text}"`, 'write a duration with its unit such as 5m, or off');
  return Math.round(ms);
}
