import {
  describeSource,
  type FactSet,
  type ListedSize,
  type PriceList,
  QUOTED_MONTH_HOURS,
} from '../../facts/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { FACT_WORDS, takenSentence } from '../words/fact-words.ts';
import { gibibytes, money, numberWords } from '../words/format.ts';

export function sizeTablePage(facts: FactSet, prices: PriceList, sizes: readonly ListedSize[]): PageBlock[] {
  return [
    { kind: 'heading', text: `Compute sizes, fact set ${facts.name}` },
    {
      kind: 'table',
      columns: rightColumns(
        'CU',
        'RAM',
        'cache',
        'max_conn',
        'clients',
        'pool',
        'temp disk',
        'launch',
        'scale',
      ),
      rows: sizes.map((size) => cells(size, prices)),
    },
    { kind: 'notes', texts: notes(facts, prices) },
  ];
}

/** The source of each number. */
export function sourceTable(facts: FactSet): PageBlock {
  const rows = Object.entries(FACT_WORDS).map(([key, words]) => {
    const { source, takenFrom } = facts[key as keyof typeof FACT_WORDS];
    return [words, describeSource(source), takenFrom === undefined ? 'stated' : `taken from ${takenFrom}`];
  });
  return {
    kind: 'table',
    title: 'Sources of the numbers',
    columns: [
      { title: 'fact', align: 'left' },
      { title: 'source', align: 'left' },
      { title: `in ${facts.name}`, align: 'left' },
    ],
    rows,
  };
}

function cells({ size, fixed }: ListedSize, prices: PriceList): string[] {
  const month = (plan: 'launch' | 'scale') =>
    fixed.plans.includes(plan) ? money(size.monthMicros[plan], prices.currency) : '-';
  return [
    numberWords(size.cu),
    gibibytes(size.ramBytes),
    gibibytes(size.localFileCacheBytes),
    String(fixed.maxConnections),
    String(fixed.clientConnections),
    String(fixed.poolSize),
    gibibytes(fixed.temporaryDiskBytes),
    month('launch'),
    month('scale'),
  ];
}

function notes(facts: FactSet, prices: PriceList): string[] {
  const { lowestCu, highestCu, widestSpreadCu } = facts.autoscaling.value;
  const shared = facts.sharedSizesCu.value.join(' and ');
  const burst = `; ${shared} CU are shared and may burst to ${facts.sharedBurstFactor.value} x their vCPU for a while`;
  const spread = widestSpreadCu === null ? '' : ` and at most ${widestSpreadCu} CU apart`;
  const taken = takenSentence(facts);
  return [
    `vCPU equals CU${shared === '' ? '' : burst}.`,
    `cache: the most that the local file cache may hold. clients: max_connections less ${facts.reservedConnections.value} reserved.`,
    `pool: server connections of the pooler per user and database; it takes up to ${facts.pooledClients.value} clients.`,
    `launch, scale: a month of ${QUOTED_MONTH_HOURS} hours without a pause at that size, prices of ${prices.date} (${prices.source}); - where the plan lacks the size.`,
    `Ranges go from ${lowestCu} to ${highestCu} CU${spread}; larger sizes are fixed only. For one range: tidemark sizes --min 0.25 --max 4.`,
    ...(taken === null ? [] : [taken]),
  ];
}
