import { problem } from '../../problem/index.ts';
import type { Quantity } from '../quantity.ts';
import type { Statistic } from '../trace.ts';
import type { Choice } from './choice.ts';
import type { Rule } from './rule.ts';
import { isMeant, type Selector, selectorOf } from './selector.ts';
import { type Series, seriesWords, someWords } from './series.ts';
import { type SeriesUnit, unitOf } from './unit.ts';

/** The columns that rules find among series: of each quantity the first rule that finds any. */
export function chosenByRules(rules: readonly Rule[], series: readonly Series[], file: string): Choice[] {
  const done = new Set<Quantity>();
  return rules.flatMap((rule) => {
    if (done.has(rule.quantity)) return [];
    const found = foundBy(rule, series);
    if (found.length > 0) done.add(rule.quantity);
    // An average and a maximum of one measurement are two columns.
    return statisticsOf(found).map((statistic) =>
      choiceOf(
        rule,
        found.filter((one) => one.statistic === statistic),
        file,
      ),
    );
  });
}

export function foundBy({ selector }: Rule, series: readonly Series[]): Series[] {
  return series.filter((one, at) => isMeant(selectorOf(selector) as Selector, one, at));
}

function statisticsOf(series: readonly Series[]): (Statistic | null)[] {
  return [...new Set(series.map(({ statistic }) => statistic))];
}

function choiceOf(rule: Rule, found: readonly Series[], file: string): Choice {
  const { quantity, selector, unit, join, over, statistic, note } = rule;
  const kept = found.map(({ name, labels }) => ({
    name,
    labels: Object.fromEntries(Object.entries(labels).filter(([label]) => !over.includes(label))),
  }));
  const groups = [...new Set(kept.map(seriesWords))];
  if (groups.length > 1) throw several(quantity, selector, groups, file);
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

export function several(quantity: Quantity, what: string, words: readonly string[], file: string) {
  return problem(
    { file, field: quantity },
    `${words.length} series could be meant by ${what}: ${someWords(words)}`,
    `name one, as in --map '${quantity}=${words[0]}', or join them, as in --map '${quantity}=sum(${what})'`,
  );
}
