import {
  DEFAULT_PLAN,
  type FactSet,
  GIB,
  MICROS,
  type PlanName,
  type SizeRow,
  type SizeSetting,
  settingView,
  sizeTable,
  takenFacts,
} from '../facts/index.ts';
import { settingPage, sizeTablePage, sourceTable } from '../report/index.ts';

/**
 * Lists the compute sizes and their limits.
 *
 * @param plan lists only the sizes of this plan; null for all plans
 * @param withSources whether the page names the source of each number
 */
export function sizes(facts: FactSet, plan: PlanName | null, withSources: boolean) {
  const prices = facts.prices.value;
  const listed = sizeTable(facts, prices).filter(({ fixed }) => plan === null || fixed.plans.includes(plan));
  const page = sizeTablePage(facts, prices, listed);
  return {
    schema: 'tidemark/sizes',
    version: 1,
    ...origin(facts),
    sizes: listed.map(({ size, fixed, endsRange }) => {
      const { minCu, maxCu, connectionSizeCu, ...limits } = fixed;
      return { ...sizeFigures(size), ...limits, endsRange };
    }),
    page: withSources ? [...page, sourceTable(facts)] : page,
  };
}

/** Describes one size or range: its limits and its prices. */
export function sizeSetting(facts: FactSet, setting: SizeSetting, plan: PlanName | null) {
  const prices = facts.prices.value;
  const view = settingView(facts, setting, prices);
  return {
    schema: 'tidemark/configuration',
    version: 2,
    ...origin(facts),
    configuration: view.setting,
    atMin: sizeFigures(view.atMin),
    atMax: sizeFigures(view.atMax),
    sameMaximum: view.sameMaximum.map((one) => one.setting),
    page: settingPage(view, { facts, prices, plan: plan ?? DEFAULT_PLAN }),
  };
}

function origin(facts: FactSet) {
  const { date, source } = facts.prices.value;
  return { facts: facts.name, taken: takenFacts(facts), prices: { date, source } };
}

function sizeFigures({ monthMicros, ...size }: SizeRow) {
  const month = Object.entries(monthMicros).map(([plan, micros]) => [plan, micros / MICROS]);
  return { ...size, ramGb: size.ramBytes / GIB, monthPrice: Object.fromEntries(month) };
}
