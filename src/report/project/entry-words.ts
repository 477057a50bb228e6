import { MICROS } from '../../facts/index.ts';
import type { JudgedAlike, ProjectLimitName } from '../../planner/index.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { money } from '../words/format.ts';
import { brokenList, brokenShortly } from '../words/objective-words.ts';
import type { PlannedEntry } from './project-answer.ts';

/** `preview (40)`, or `reads (1 to 3)` for a number that changes. */
export function entryTitle({ name, today, advised }: PlannedEntry): string {
  const after = (advised ?? today).count;
  if (today.count === 1 && after === 1) return name;
  return after === today.count ? `${name} (${after})` : `${name} (${today.count} to ${after})`;
}

/** Why an entry changes, or why it can't. Null if it stays as it is and meets its objectives. */
export function entryReason(entry: PlannedEntry, currency: string): string | null {
  const { name, today, advised, verdict, limitedBy } = entry;
  if (advised === null) return noneWords(entry, currency);
  if (verdict === 'keep') return null;
  const change = `${name}: ${changeWords(entry, advised)}`;
  if (limitedBy.length > 0)
    return `${change}. Its own cheapest choice passes a limit of the project: ${limitedBy.join(', ')}.`;
  if (today.judged.broken.length === 0) return `${change} costs less, and both meet all objectives.`;
  return `${change}. Today ${breakingWords(today, currency)}.`;
}

function changeWords({ today }: PlannedEntry, advised: NonNullable<PlannedEntry['advised']>): string {
  const words = configurationWords(advised.judged.configuration);
  return advised.count === today.count ? words : `${advised.count} of ${words}`;
}

function noneWords({ name, today, plans, nearest }: PlannedEntry, currency: string): string {
  const each = today.count > 1 ? ` for each of ${today.count} computes` : '';
  const counts = plans.length > 1 ? ', with any number of replicas' : '';
  const stays = `so ${today.count > 1 ? 'they stay' : 'it stays'} as today`;
  const near =
    nearest === null
      ? ''
      : ` Nearest: ${configurationWords(nearest.configuration)} for ${costWords(nearest, currency)} a month, which breaks ${brokenList(nearest.broken, currency)}.`;
  return `${name}: no configuration meets all objectives${each}${counts}, ${stays}.${near}`;
}

/** `3 of 40 break delay-p95 (319 ms, limit 200 ms)`. */
function breakingWords({ count, judged }: PlannedEntry['today'], currency: string): string {
  const broken = brokenShortly(judged.broken, currency);
  return count === 1 ? `it breaks ${broken}` : `${judged.breaking} of ${count} break ${broken}`;
}

function costWords({ outcome }: Pick<JudgedAlike, 'outcome'>, currency: string): string {
  return money(Math.round(outcome.costPerMonth * MICROS), currency);
}

export const LIMIT_WORDS: Readonly<Record<ProjectLimitName, string>> = {
  'active-computes': 'computes active at once',
  branches: 'branches',
  quota: 'CU-hours a month',
  budget: 'cost of a month',
};
