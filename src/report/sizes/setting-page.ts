import {
  type FactSet,
  isFixed,
  type PlanName,
  type PriceList,
  type SettingView,
  type SizeRow,
} from '../../facts/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { takenSentence } from '../words/fact-words.ts';
import { durationWords, gibibytes, money, numberWords } from '../words/format.ts';

export interface SettingContext {
  readonly facts: FactSet;
  readonly prices: PriceList;
  readonly plan: PlanName;
}

export function settingPage(view: SettingView, context: SettingContext): PageBlock[] {
  const taken = takenSentence(context.facts);
  return [
    { kind: 'heading', text: `${title(view)}, fact set ${context.facts.name}` },
    bySize(view, context),
    { kind: 'paragraph', text: wholeSetting(view, context.facts) },
    { kind: 'paragraph', text: connectionRule(view, context.facts) },
    ...(view.sameMaximum.length > 1
      ? [
          { kind: 'paragraph' as const, text: 'The same maximum with each minimum:' },
          sameMaximum(view, context),
        ]
      : []),
    ...(taken === null ? [] : [{ kind: 'paragraph' as const, text: taken }]),
  ];
}

/** The rule for connections in words, with the figures of this configuration. */
function connectionRule({ setting }: SettingView, facts: FactSet): string {
  const { minCu, maxCu, connectionSizeCu, maxConnections } = setting;
  const factor = facts.connectionsMinimumFactor.value;
  if (minCu === maxCu) return `A fixed size has the max_connections of its own row: ${maxConnections}.`;
  const rule =
    `max_connections cannot change without a restart, so it follows one size for the whole range: ` +
    `the smaller of the maximum (${maxCu} CU) and ${factor} x the minimum (${factor} x ${minCu} = ${numberWords(factor * minCu)} CU). ` +
    `Here that is ${connectionSizeCu} CU: ${maxConnections}.`;
  if (connectionSizeCu === maxCu) return `${rule} This is the most that this maximum allows.`;
  const enough = facts.listedSizesCu.value.find((cu) => factor * cu >= maxCu);
  return `${rule} A minimum of ${enough} CU would allow all that ${maxCu} CU can have.`;
}

function title({ setting }: SettingView): string {
  return isFixed(setting)
    ? `${setting.minCu} CU, fixed`
    : `${setting.minCu} to ${setting.maxCu} CU, autoscaling`;
}

function bySize({ setting, atMin, atMax }: SettingView, context: SettingContext): PageBlock {
  const sizes = isFixed(setting) ? [atMin] : [atMin, atMax];
  const row = (name: string, cell: (size: SizeRow) => string) => [name, ...sizes.map(cell)];
  return {
    kind: 'table',
    columns: [{ title: '', align: 'left' }, ...rightColumns(...sizes.map(({ cu }) => `at ${cu} CU`))],
    rows: [
      row('vCPU', ({ vcpu }) => numberWords(vcpu)),
      row('vCPU for a while', ({ burstVcpu }) => numberWords(burstVcpu)),
      row('RAM', ({ ramBytes }) => gibibytes(ramBytes)),
      row('local file cache', ({ localFileCacheBytes }) => gibibytes(localFileCacheBytes)),
      row(`a month without a pause (${context.plan})`, (size) => month(size, context)),
    ],
  };
}

function wholeSetting({ setting }: SettingView, facts: FactSet): string {
  return (
    `At any size: ${setting.maxConnections} max_connections, ${setting.clientConnections} of them for clients; ` +
    `through the pooler ${facts.pooledClients.value} clients on ${setting.poolSize} server connections per user and ` +
    `database, where a query waits at most ${durationWords(facts.queryWaitTimeoutMs.value)}; ` +
    `${gibibytes(setting.temporaryDiskBytes)} of temporary disk.`
  );
}

function sameMaximum({ sameMaximum }: SettingView, context: SettingContext): PageBlock {
  return {
    kind: 'table',
    columns: rightColumns('min CU', 'follows', 'max_conn', 'clients', 'cache at min', 'month at min'),
    rows: sameMaximum.map(({ setting, atMin }) => [
      numberWords(setting.minCu),
      `${numberWords(setting.connectionSizeCu)} CU`,
      String(setting.maxConnections),
      String(setting.clientConnections),
      gibibytes(atMin.localFileCacheBytes),
      month(atMin, context),
    ]),
  };
}

function month(size: SizeRow, { plan, prices }: SettingContext): string {
  return money(size.monthMicros[plan], prices.currency);
}
