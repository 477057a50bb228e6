import {
  describeSource,
  type FactSet,
  type ListedSize,
  type PriceList,
  QUOTED_MONTH_HOURS,
} from '../facts/index.ts';
import { FACT_WORDS, takenSentence } from './fact-words.ts';
import { gibibytes, money, number } from './format.ts';
import { type Column, markdownTable, textTable } from './text-table.ts';
import { wrap } from './wrap.ts';

const COLUMNS: readonly Column[] = [
  { title: 'CU', align: 'right' },
  { title: 'RAM', align: 'right' },
  { title: 'cache', align: 'right' },
  { title: 'max_conn', align: 'right' },
  { title: 'clients', align: 'right' },
  { title: 'pool', align: 'right' },
  { title: 'temp disk', align: 'right' },
  { title: 'launch', align: 'right' },
  { title: 'scale', align: 'right' },
];

export function sizeTableText(facts: FactSet, prices: PriceList, sizes: readonly ListedSize[]): string {
  return [
    `Compute sizes, fact set ${facts.name}`,
    '',
    textTable(
      COLUMNS,
      sizes.map((size) => cells(size, prices)),
    ),
    '',
    ...notes(facts, prices).map((note) => wrap(note)),
  ].join('\n');
}

/** The page of the documentation, with the origin of every number. */
export function sizeTableMarkdown(facts: FactSet, prices: PriceList, sizes: readonly ListedSize[]): string {
  const sources = Object.entries(FACT_WORDS).map(([key, words]) => {
    const { source, takenFrom } = facts[key as keyof typeof FACT_WORDS];
    return [words, describeSource(source), takenFrom === undefined ? 'stated' : `taken from ${takenFrom}`];
  });
  return [
    `# Compute sizes (fact set \`${facts.name}\`)`,
    '',
    markdownTable(
      COLUMNS,
      sizes.map((size) => cells(size, prices)),
    ),
    '',
    ...notes(facts, prices).flatMap((note) => [note, '']),
    '## Where the numbers come from',
    '',
    markdownTable(
      [
        { title: 'fact', align: 'left' },
        { title: 'source', align: 'left' },
        { title: `in ${facts.name}`, align: 'left' },
      ],
      sources,
    ),
  ].join('\n');
}

function cells({ size, fixed }: ListedSize, prices: PriceList): string[] {
  const month = (plan: 'launch' | 'scale') =>
    fixed.plans.includes(plan) ? money(size.monthMicros[plan], prices.currency) : '-';
  return [
    number(size.cu),
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
  const spread = widestSpreadCu === null ? '' : ` and at most ${widestSpreadCu} CU apart`;
  const taken = takenSentence(facts);
  return [
    `vCPU equals CU; ${shared} CU are shared and may burst to ${facts.sharedBurstFactor.value} x their vCPU for a while.`,
    `cache: the most that the local file cache may hold. clients: max_connections less ${facts.reservedConnections.value} reserved.`,
    `pool: server connections of the pooler per user and database; it takes up to ${facts.pooledClients.value} clients.`,
    `launch, scale: a month of ${QUOTED_MONTH_HOURS} hours without a pause at that size, prices of ${prices.date} (${prices.source}); - where the plan lacks the size.`,
    `Ranges go from ${lowestCu} to ${highestCu} CU${spread}; larger sizes are fixed only. For one range: tidemark sizes --min 0.25 --max 4.`,
    ...(taken === null ? [] : [taken]),
  ];
}
