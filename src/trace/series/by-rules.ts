import { problem } from '../../problem/index.ts';
import type { Quantity } from '../quantity.ts';
import { quoted } from '../reading/quoted.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { Statistic } from '../trace.ts';
import type { ChosenColumn } from './chosen-column.ts';
import type { Rule } from './rule.ts';
import { matches, type Selector, selectorOf } from './selector.ts';
import { type MetricSeries, seriesWords, someWords } from './series.ts';
import { type SeriesUnit, unitOf } from './unit.ts';
import { distinguishingCondition } from './where.ts';

/** The columns that rules find among series. For each quantity the first matching rule applies. */
export function chosenByRules(
  rules: readonly Rule[],
  series: readonly MetricSeries[],
  settings: MeasuredMachine,
): ChosenColumn[] {
  const done = new Set<Quantity>();
  return rules.flatMap((rule) => {
    if (done.has(rule.quantity)) return [];
    const found = foundBy(rule, series);
    if (found.length > 0) done.add(rule.quantity);
    // The average and the maximum of one measurement become two columns.
    return statisticsOf(found).map((statistic) =>
      choiceOf(
        rule,
        found.filter((one) => one.statistic === statistic),
        settings,
      ),
    );
  });
}

export function foundBy({ selector }: Rule, series: readonly MetricSeries[]): MetricSeries[] {
  return series.filter((one, at) => matches(selectorOf(selector) as Selector, one, at));
}

function statisticsOf(series: readonly MetricSeries[]): (Statistic | null)[] {
  return [...new Set(series.map(({ statistic }) => statistic))];
}

function choiceOf(rule: Rule, found: readonly MetricSeries[], settings: MeasuredMachine): ChosenColumn {
  const { quantity, selector, unit, join, over, statistic, note } = rule;
  const kept = found.map(({ name, labels }) => ({
    name,
    labels: Object.fromEntries(Object.entries(labels).filter(([label]) => !over.includes(label))),
  }));
  const groups = [...new Map(kept.map((one) => [seriesWords(one), one])).values()];
  if (groups.length > 1) throw severalSeries(quantity, selector, groups, settings, unit);
  return {
    quantity,
    series: found,
    join,
    unit: unitOf(quantity, unit) as SeriesUnit,
    unitName: unit,
    statistic,
    source: found.length === 1 ? selector : `${join}(${selector})`,
    note,
  };
}

/** The settings that suggestions depend on. */
type MeasuredMachine = Pick<ReadSettings, 'name' | 'vcpus'>;

/**
 * A problem for several matching series of which one is needed. A label usually tells which database each belongs to.
 */
export function severalSeries(
  quantity: Quantity,
  what: string,
  groups: readonly Pick<MetricSeries, 'name' | 'labels'>[],
  { name: file, vcpus }: MeasuredMachine,
  unit: string | null,
) {
  const words = groups.map(seriesWords);
  const condition = distinguishingCondition(groups);
  const mapped = `${quantity}=${words[0]}`;
  const joined = quoted(`${quantity}=sum(${what})`);
  const isShare = unit !== null && vcpus === null && (unitOf(quantity, unit)?.ofVcpus ?? false);
  const machine = isShare ? ([['vcpus', '2']] as const) : [];
  const when = `for the first of them${isShare ? ', if it has 2 vCPU' : ''}`;
  const which = condition === null ? (['map', mapped] as const) : (['where', condition.where] as const);
  return problem(
    { file, field: quantity },
    `${words.length} series could be meant by ${what}: ${someWords(words)}`,
    condition === null
      ? `name one, as in ‹map› ${quoted(mapped)}, or join them, as in ‹map› ${joined}`
      : `pick one by its labels, as in ‹where› ${quoted(condition.where)}; plan each with ‹by› ${condition.label}; or join them, as in ‹map› ${joined}`,
    [{ options: [which, ...machine], when }],
  );
}
