import {
  DEFAULT_PLAN,
  type FactSet,
  type FactSetName,
  factSet,
  GIB,
  type ListedSize,
  MICROS,
  type PlanName,
  type PriceList,
  type SettingView,
  type SizeRow,
  settingView,
  sizeTable,
  takenFacts,
  withPrices,
} from '../../facts/index.ts';
import { renderPage, settingPage, sizeTablePage, sourceTable } from '../../report/index.ts';
import { nameOf, readText } from '../input.ts';
import { type Format, type FormatOptions, formatOf, type SizeOptions } from '../options.ts';
import { sizeSettingOf } from '../size-setting.ts';
import type { Terminal } from '../terminal.ts';

export interface SizesOptions extends SizeOptions, FormatOptions {
  readonly facts: FactSetName;
  readonly plan?: PlanName;
  readonly prices?: string;
}

export async function runSizes(options: SizesOptions, terminal: Terminal): Promise<void> {
  const facts = await factsOf(options, terminal);
  const plan = options.plan ?? DEFAULT_PLAN;
  const setting = sizeSettingOf(options, facts, plan);
  const prices = facts.prices.value;
  const format = formatOf(options);
  const answer =
    setting === null
      ? tableAnswer(facts, options.plan, format, terminal.columns)
      : settingAnswer(settingView(facts, setting, prices), { facts, prices, plan }, format, terminal.columns);
  terminal.out(`${answer}\n`);
}

async function factsOf(options: SizesOptions, terminal: Terminal): Promise<FactSet> {
  const facts = factSet(options.facts);
  if (options.prices === undefined) return facts;
  const { readDocument, readPrices } = await import('../../scenario/index.ts');
  const document = readDocument(readText(options.prices, terminal), nameOf(options.prices));
  return withPrices(facts, readPrices(document, facts.prices.value));
}

/** All sizes, or those that a plan has. */
function tableAnswer(facts: FactSet, plan: PlanName | undefined, format: Format, columns: number): string {
  const prices = facts.prices.value;
  const sizes = sizeTable(facts, prices).filter(
    ({ fixed }) => plan === undefined || fixed.plans.includes(plan),
  );
  const page = sizeTablePage(facts, prices, sizes);
  if (format === 'text') return renderPage(page, format, columns);
  // The page of the documentation, where a wider line does no harm.
  if (format === 'markdown') return renderPage([...page, sourceTable(facts)], format);
  return json({
    schema: 'tidemark/sizes',
    version: 1,
    ...origin(facts, prices),
    sizes: sizes.map(listedSizeJson),
  });
}

interface Context {
  readonly facts: FactSet;
  readonly prices: PriceList;
  readonly plan: PlanName;
}

function settingAnswer(view: SettingView, context: Context, format: Format, columns: number): string {
  if (format !== 'json') return renderPage(settingPage(view, context), format, columns);
  return json({
    schema: 'tidemark/setting',
    version: 1,
    ...origin(context.facts, context.prices),
    setting: view.setting,
    atMin: sizeJson(view.atMin),
    atMax: sizeJson(view.atMax),
    sameMaximum: view.sameMaximum.map(({ setting }) => setting),
  });
}

function origin(facts: FactSet, prices: PriceList) {
  return {
    facts: facts.name,
    taken: takenFacts(facts),
    prices: { date: prices.date, source: prices.source },
  };
}

function listedSizeJson({ size, fixed, endsRange }: ListedSize) {
  const { minCu, maxCu, connectionSizeCu, ...limits } = fixed;
  return { ...sizeJson(size), ...limits, endsRange };
}

function sizeJson({ monthMicros, ...size }: SizeRow) {
  const month = Object.entries(monthMicros).map(([plan, micros]) => [plan, micros / MICROS]);
  return { ...size, ramGb: size.ramBytes / GIB, monthPrice: Object.fromEntries(month) };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
