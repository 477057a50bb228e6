import {
  PROFILES,
  PROMISE_NAMES,
  PROMISES,
  type ProfileName,
  type PromiseName,
  type Promises,
} from '../../../planner/index.ts';
import { nearestWord, problem } from '../../../problem/index.ts';
import { parseDuration } from '../../../scenario/index.ts';

/** The promises of a profile, with other bounds where flags say so. */
export function promisesOf(profile: ProfileName, flags: readonly string[]): Promises {
  const changed = flags.map((text) => {
    const at = text.indexOf('=');
    const name = promiseName(at === -1 ? text : text.slice(0, at), '--promise');
    const bound = at === -1 ? '' : text.slice(at + 1);
    return [name, bound === 'off' ? null : boundOf(name, bound, '--promise')] as const;
  });
  return { ...PROFILES[profile], ...Object.fromEntries(changed) };
}

export function promiseName(text: string, field: string): PromiseName {
  if ((PROMISE_NAMES as readonly string[]).includes(text)) return text as PromiseName;
  const nearest = nearestWord(text, PROMISE_NAMES);
  throw problem(
    { field },
    `there is no promise "${text}"`,
    nearest === undefined ? `use one of ${PROMISE_NAMES.join(', ')}` : `did you mean ${nearest}?`,
  );
}

/** A bound in the unit of its promise. */
export function boundOf(name: PromiseName, text: string, field: string): number {
  const { unit } = PROMISES[name];
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
