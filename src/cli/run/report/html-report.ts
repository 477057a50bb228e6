import { ownVersion, pageScripts } from '../../../library/index.ts';
import { reportPage } from '../../../page/index.ts';
import type { ResultDocument } from '../../../picture/index.ts';
import type { Files } from './write-folder.ts';

interface Answered {
  readonly document: ResultDocument;
  readonly value: unknown;
}

/** A page that loads nothing from elsewhere. */
export async function htmlReport(
  { document, value }: Answered,
  command: string,
  ofOne = ANY_PLAN,
): Promise<Files> {
  const page = await reportPage({
    document,
    again: { figures: conditionsOf(value), command, ofOne },
    version: ownVersion(),
    scripts: pageScripts(),
  });
  return new Map([['report.html', page]]);
}

/** A file with a result does not say with which flags the plans were made. */
const ANY_PLAN = { before: 'tidemark plan ', after: '' };

/** The conditions that a result names. For a comparison, those of B. */
function conditionsOf(value: unknown): (readonly [string, string])[] {
  const whole = value as Readonly<Record<string, unknown>>;
  const fields = { ...whole, ...(whole.b as object | undefined) } as Readonly<Record<string, unknown>>;
  return Object.entries(CONDITIONS).flatMap(([field, label]) =>
    ['string', 'number'].includes(typeof fields[field]) ? [[label, String(fields[field])] as const] : [],
  );
}

const CONDITIONS = {
  from: 'From',
  until: 'Until',
  timezone: 'Local times in',
  seed: 'Seed',
  facts: 'Fact set',
  plan: 'Plan',
  profile: 'Objectives',
  currency: 'Currency',
} as const;
