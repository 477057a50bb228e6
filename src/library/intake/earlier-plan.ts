import { type Place, problem } from '../../problem/index.ts';
import { type EarlierDatabase, type EarlierPlan, SEVERITIES, type Severity } from '../../report/index.ts';
import { jsonDocuments } from '../../trace/index.ts';
import { nameOf, openSource } from './input.ts';
import type { Reader } from './reader.ts';

/**
 * Reads what an earlier `plan --json` of many databases printed, one database after another, because the whole document
 * of a hundred thousand does not fit into memory.
 */
export async function earlierPlan(path: string, currency: string, reader: Reader): Promise<EarlierPlan> {
  const name = nameOf(path);
  const place: Place = { file: name };
  const databases = new Map<string, EarlierDatabase>();
  let isWhole = false;
  for await (const { value, isPart, line } of jsonDocuments(
    openSource(path, reader).pieces(),
    name,
    ENTRIES_AT,
  )) {
    const fields = value as Fields;
    if (!isPart) {
      refuseOther(fields, currency, place);
      isWhole = true;
    } else if (typeof fields.name === 'string' && ('verdict' in fields || 'isWithoutData' in fields)) {
      const title = typeof fields.project === 'string' ? `${fields.project}/${fields.name}` : fields.name;
      databases.set(title, databaseOf(fields, { file: name, line }));
    }
  }
  if (!isWhole) throw notAPlan(place, 'found no document');
  return { name, databases };
}

type Fields = Readonly<Record<string, unknown>>;

const SCHEMA = 'tidemark/portfolio-plan';
const VERSION = 3;
/** Entries are in lists of the document. */
const ENTRIES_AT = 2;

function refuseOther({ schema, version, partial, currency }: Fields, own: string, place: Place): void {
  if (schema !== SCHEMA || version !== VERSION) {
    const found = schema === SCHEMA ? `version ${String(version)}` : JSON.stringify(schema ?? null);
    throw notAPlan(place, `found ${found}, and not version ${VERSION} of ${SCHEMA}`);
  }
  if (partial === true)
    throw problem(
      place,
      'the plan was interrupted, so databases are missing',
      'name the results of a whole plan',
    );
  if (currency !== own)
    throw problem(
      place,
      `its costs are in ${String(currency)}, and those of this plan are in ${own}`,
      'plan both with the same prices',
    );
}

function databaseOf(fields: Fields, place: Place): EarlierDatabase {
  const { severity, costNow, saving } = fields;
  if (!isSeverity(severity)) throw notAPlan(place, `found ${JSON.stringify(severity) ?? 'no'} severity`);
  return {
    severity,
    current: textOf(fields.current),
    recommended: textOf(fields.recommendation),
    costNow: typeof costNow === 'number' ? costNow : null,
    saving: typeof saving === 'number' ? saving : null,
  };
}

function textOf(judged: unknown): string | null {
  const { configuration } = (judged ?? {}) as { configuration?: { text?: unknown } };
  return typeof configuration?.text === 'string' ? configuration.text : null;
}

function isSeverity(value: unknown): value is Severity {
  return SEVERITIES.some((one) => one === value);
}

function notAPlan(place: Place, found: string) {
  return problem(place, found, 'name the JSON of an earlier plan of many databases');
}
