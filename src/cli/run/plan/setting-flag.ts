import { checkSizeSetting, type FactSet, type PlanName, suspendProblems } from '../../../facts/index.ts';
import type { Setting } from '../../../planner/index.ts';
import { ProblemError, problem } from '../../../problem/index.ts';
import { parseDuration } from '../../../scenario/index.ts';

const SETTING =
  /^(\d+(?:\.\d+)?)(?:\s*(?:-|to)\s*(\d+(?:\.\d+)?))?\s*(?:CU)?\s*(?:,\s*(off|on|[\d.]+[a-z]+))?\s*(,\s*pooler)?$/i;
const FIELD = '--current';

/** `0.25-2, 5m`, `1, off`, `0.25-2, 5m, pooler`: a setting as people write it, one that the plan has. */
export function settingOfFlag(text: string, facts: FactSet, plan: PlanName, otherwise: Setting): Setting {
  const match = SETTING.exec(text.trim());
  if (match === null)
    throw problem(
      { field: FIELD },
      `found "${text}"`,
      'write a setting such as "0.25-2, 5m" or "1, off, pooler"',
    );
  const [, min, max = min, timeout, pooler] = match;
  const size = { minCu: Number(min), maxCu: Number(max) };
  checkSizeSetting(facts, plan, size, { min: FIELD, max: FIELD });
  const suspendAfterMs = timeout === undefined ? facts.suspendDefaultMs.value : timeoutOf(timeout, FIELD);
  const problems = suspendProblems(facts, plan, suspendAfterMs, size.maxCu, FIELD);
  if (problems.length > 0) throw new ProblemError(problems);
  return { size, suspendAfterMs, route: pooler === undefined ? otherwise.route : 'pooler' };
}

/** A timeout of sleep; null: never. */
export function timeoutOf(text: string, field: string): number | null {
  if (text === 'off' || text === 'on') return null;
  const ms = parseDuration(text);
  if (ms === null)
    throw problem({ field }, `found "${text}"`, 'write a duration with its unit such as 5m, or off');
  return ms;
}
