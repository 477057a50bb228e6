import { localFileCacheBytes, maxConnections, ramBytes, temporaryDiskBytes } from '../../facts/index.ts';
import {
  DATA,
  DAYS_NEEDED,
  type Datum,
  NEEDS,
  OBJECTIVE_NAMES,
  type ObjectiveName,
  onlyCompute,
  wholeDays,
} from '../../planner/index.ts';
import type { Quantity } from '../../trace/index.ts';
import { isTraceLoad } from '../../workload/index.ts';
import type { PageBlock } from '../page/page.ts';
import { gibibytes } from '../words/format.ts';
import { fullDaysWords } from './confidence.ts';
import type { PlanAnswer } from './plan-answer.ts';

/**
 * Which data are missing, which objectives cannot be judged without them, and how they could change the recommendation.
 */
export function unmeasuredBlocks(answer: PlanAnswer): PageBlock[] {
  const unjudged = OBJECTIVE_NAMES.filter(
    (name) => answer.objectives[name] !== null && answer.basis[name] === 'unknown',
  );
  const missing = DATA.filter((datum) => unjudged.some((name) => NEEDS[name].includes(datum)));
  if (missing.length === 0) return [];
  const items = missing.map((datum) => {
    const names = unjudged.filter((name) => NEEDS[name].includes(datum));
    return { text: itemWords(answer, datum, names) };
  });
  const title = 'Not measured, so not judged:';
  return [{ kind: 'list', title, items: [...items, ...remedyItems(answer, missing)] }];
}

/** `5 of 14 days: ...`. Empty for a trace that is long enough, and for a scenario. */
export function shortSentence({ simulation }: PlanAnswer): string {
  const days = wholeDays(simulation);
  if (!isOfTrace(simulation) || days >= DAYS_NEEDED) return '';
  return `The trace covers ${fullDaysWords(days)}; weekly patterns need ${DAYS_NEEDED}. `;
}

function itemWords(answer: PlanAnswer, datum: Datum, names: readonly ObjectiveName[]): string {
  const more = limitWords(answer, datum);
  return `${names.join(', ')}: ${DATUM_WORDS[datum]}${more === null ? '' : ` ${more}`}`;
}

const DATUM_WORDS: Readonly<Record<Datum, string>> = {
  cpu: 'CPU is unknown.',
  'query CPU': 'CPU of a query is unknown.',
  clients: 'how clients connect is unknown.',
  connections: 'connections are unknown.',
  memory: 'memory is unknown.',
  pages: 'page reads are unknown.',
  'temporary files': 'temporary files are unknown.',
};

/** The limit of the recommendation, for a reader who knows the usage of the current server. */
function limitWords({ recommendation, simulation }: PlanAnswer, datum: Datum): string | null {
  if (recommendation === null) return null;
  const { facts } = simulation;
  const { minCu, maxCu } = recommendation.configuration.size;
  switch (datum) {
    case 'connections':
      return `The recommendation allows ${maxConnections(facts, minCu, maxCu)}, and refuses more.`;
    case 'memory':
      return `The recommendation has at most ${gibibytes(ramBytes(facts, maxCu))} of RAM: if queries need more, raise its maximum.`;
    case 'pages':
      return hasWorkingSet(simulation)
        ? null
        : `The recommendation caches at most ${gibibytes(localFileCacheBytes(facts, maxCu))}: if the working set is larger, raise its maximum.`;
    case 'temporary files':
      return `The recommendation has ${gibibytes(temporaryDiskBytes(facts, maxCu))} of temporary disk.`;
    default:
      return null;
  }
}

/** The columns or fields that would give the missing data. Empty if there are none. */
function remedyItems(answer: PlanAnswer, missing: readonly Datum[]): { readonly text: string }[] {
  const isTrace = isOfTrace(answer.simulation);
  const names = missing
    .filter((datum) => !isTrace || datum !== 'pages' || !hasWorkingSet(answer.simulation))
    .flatMap((datum) => (isTrace ? COLUMNS[datum] : FIELDS[datum]) ?? []);
  if (names.length === 0) return [];
  const text = isTrace
    ? `To judge them, add these columns to the trace: ${names.join(', ')} (--map names them).`
    : `To judge them, add these fields to the demand: ${names.join(', ')}.`;
  return [{ text }];
}

const COLUMNS: Partial<Readonly<Record<Datum, Quantity>>> = {
  connections: 'connections',
  memory: 'memory',
  pages: 'workingSet',
};

const FIELDS: Partial<Readonly<Record<Datum, string>>> = {
  connections: 'connections',
  memory: 'memory',
  pages: 'pages',
  'temporary files': 'temporary',
};

function hasWorkingSet(simulation: PlanAnswer['simulation']): boolean {
  return onlyCompute(simulation).workingSetBytes > 0;
}

function isOfTrace(simulation: PlanAnswer['simulation']): boolean {
  return onlyCompute(simulation).demand.some((one) => one.kind === 'load' && isTraceLoad(one));
}
