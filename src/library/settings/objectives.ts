import {
  OBJECTIVE_NAMES,
  OBJECTIVES,
  type ObjectiveName,
  type Objectives,
  PROFILES,
  type ProfileName,
} from '../../planner/index.ts';
import { nearestWord, problem } from '../../problem/index.ts';
import { parseDuration } from '../../scenario/index.ts';
import { type ObjectiveOptions, writtenValues } from './options.ts';

/** The objectives of a profile, with the bounds that are set one by one. */
export function objectivesOf({ profile = USUAL_PROFILE, objective }: ObjectiveOptions): Objectives {
  const changed = writtenValues(objective).map((text) => {
    const at = text.indexOf('=');
    const name = objectiveName(at === -1 ? text : text.slice(0, at), '‹objective›');
    const bound = at === -1 ? '' : text.slice(at + 1);
    return [name, bound === 'off' ? null : boundOf(name, bound, '‹objective›')] as const;
  });
  return { ...PROFILES[profile], ...Object.fromEntries(changed) };
}

export const USUAL_PROFILE: ProfileName = 'balanced';

export function objectiveName(text: string, field: string): ObjectiveName {
  if ((OBJECTIVE_NAMES as readonly string[]).includes(text)) return text as ObjectiveName;
  const nearest = nearestWord(text, OBJECTIVE_NAMES);
  throw problem(
    { field },
    `there is no objective "${text}"`,
    nearest === undefined ? `use one of ${OBJECTIVE_NAMES.join(', ')}` : `did you mean ${nearest}?`,
  );
}

/** Parses a bound in the unit of its objective. */
export function boundOf(name: ObjectiveName, text: string, field: string): number {
  const { unit } = OBJECTIVES[name];
  const value = unit === 'ms' ? parseDuration(text) : unit === 'share' ? share(text) : plain(text);
  if (value !== null) return value;
  throw problem({ field: `${field} ${name}` }, `found "${text}"`, `write ${EXAMPLES[unit]}, or off`);
}

const EXAMPLES = {
  share: 'a share such as 2% or 0.02',
  ms: 'a duration such as 200ms',
  'per-day': 'a number a day such as 20',
  count: 'a number such as 0',
  months: 'a number such as 0',
  money: 'an amount a month such as 50',
} as const;

export function share(text: string): number | null {
  const value = text.endsWith('%') ? plain(text.slice(0, -1)) : plain(text);
  if (value === null) return null;
  const part = text.endsWith('%') ? value / 100 : value;
  return part <= 1 ? part : null;
}

function plain(text: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : null;
}
