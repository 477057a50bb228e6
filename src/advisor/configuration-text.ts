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

/** A configuration that is read, before anybody has asked whether the plan has it. */
interface ReadConfiguration {
  readonly size: SizeSetting;
  /** undefined: the usual one. */
  readonly suspendAfterMs: number | null | undefined;
  readonly isPooled: boolean;
}

/** `0.25-2, 5m`, `1, off`, `0.25-2, 5m, pooler`. */
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

/** The same as changes to a scenario, whose own checks it then meets. */
export function settingChanges(text: string, flag: string): FieldChange[] {
  const { isPooled, ...written } = readConfiguration(text, flag);
  return [...settingFields(written, flag), ...(isPooled ? [{ flag, path: ['pooler'], value: true }] : [])];
}

/** Sizes and timeout as a scenario has them. */
export function settingFields(
  { size, suspendAfterMs }: Pick<ReadConfiguration, 'size' | 'suspendAfterMs'>,
  flag: string,
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
  return Object.entries(fields).map(([name, value]) => ({ flag, path: ['compute', name], value }));
}

/** One that the plan has. */
export function settingOfText(
  text: string,
  facts: FactSet,
  plan: PlanName,
  otherwise: Configuration,
  field: string,
): Configuration {
  const { size, suspendAfterMs = facts.suspendDefaultMs.value, isPooled } = readConfiguration(text, field);
  checkSizeSetting(facts, plan, size, { min: field, max: field });
  const problems = suspendProblems(facts, plan, suspendAfterMs, size.maxCu, field);
  if (problems.length > 0) throw new ProblemError(problems);
  return { size, suspendAfterMs, route: isPooled ? 'pooler' : otherwise.route };
}

/** A timeout of sleep; null: never. */
export function timeoutOf(text: string, field: string): number | null {
  if (text === 'off' || text === 'on') return null;
  const ms = parseDuration(text);
  if (ms === null)
    throw problem({ field }, `found "${text}"`, 'write a duration with its unit such as 5m, or off');
  return Math.round(ms);
}
