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
 * The compute sizes and their limits.
 *
 * @param plan only the sizes of this plan; null: those of all plans
 * @param withSources the page says where each number comes from
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

/** What one size or range gives: its limits and its prices. */
export function sizeSetting(facts: FactSet, setting: SizeSetting, plan: PlanName | null) {
  const prices = facts.prices.value;
  const view = settingView(facts, setting, prices);
  return {
    schema: 'tidemark/setting',
    version: 1,
    ...origin(facts),
    setting: view.setting,
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
