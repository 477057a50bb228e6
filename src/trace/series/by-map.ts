import { nearestWord, problem } from '../../problem/index.ts';
import { guessUnit } from '../csv/columns/guess.ts';
import { QUANTITY_NAMES, type Quantity } from '../quantity.ts';
import type { ReadSettings } from '../reading/reading.ts';
import { severalSeries } from './by-rules.ts';
import type { ChosenColumn } from './chosen-column.ts';
import type { Rule } from './rule.ts';
import { matches, type Selector, selectorOf } from './selector.ts';
import { type MetricSeries, seriesWords, someWords } from './series.ts';
import { type SeriesUnit, unitNames, unitOf } from './unit.ts';

/** The columns that `--map QUANTITY=SERIES[:UNIT]` asks for. A unit that is not given may still come from a rule. */
export function chosenByMap(
  series: readonly MetricSeries[],
  rules: readonly Rule[],
  settings: ReadSettings,
): ChosenColumn[] {
  const { map, name: file, vcpus } = settings;
  return map.map((text, at) => {
    const { quantity, what, unit: asked } = mapped(text, file);
    const place = { file, field: `‹map› ${text}` };
    if (map.slice(0, at).some((other) => mapped(other, file).quantity === quantity))
      throw problem(place, `${quantity} is mapped twice`, 'map each quantity once');
    const selector = selectorOf(what);
    if (selector === null)
      throw problem(place, `"${what}" names no series`, 'write METRIC, METRIC{label="value"} or sum(METRIC)');
    const found = series.filter((one, place) => matches(selector, one, place));
    if (found.length === 0) throw nothingFound(place, what, series);
    const own = found.filter(({ statistic }) => statistic === found[0]?.statistic);
    if (own.length > 1 && selector.join === null) throw severalSeries(quantity, what, own, settings, asked);
    const unitName = asked ?? knownUnit(quantity, selector, rules) ?? guessedUnit(quantity, own, vcpus);
    if (unitName === null)
      throw problem(
        place,
        `the unit of ${quantity} is not clear from the name and the values`,
        `say it, as in ‹map› '${quantity}=${what}:UNIT', with one of ${unitNames(quantity).join(', ')}`,
      );
    return {
      quantity,
      series: own,
      join: selector.join ?? 'sum',
      unit: unitOf(quantity, unitName) as SeriesUnit,
      unitName,
      statistic: null,
      source: own.length === 1 ? seriesWords(own[0] as MetricSeries) : what,
      note: null,
    };
  });
}

/** Parses one entry of `--map`. The text after the last colon is a unit if the quantity has such a unit. */
export function mapped(
  text: string,
  file: string,
): { readonly quantity: Quantity; readonly what: string; readonly unit: string | null } {
  const place = { file, field: `‹map› ${text}` };
  const equals = text.indexOf('=');
  const word = text.slice(0, Math.max(0, equals)).trim();
  const quantity = QUANTITY_NAMES.find((name) => name === word);
  if (quantity === undefined) {
    const nearest = nearestWord(word, QUANTITY_NAMES);
    throw problem(
      place,
      equals < 1
        ? 'there is no ='
        : `"${word}" is no quantity${nearest === undefined ? '' : `, is "${nearest}" meant?`}`,
      `write QUANTITY=SERIES or QUANTITY=SERIES:UNIT; quantities are ${QUANTITY_NAMES.join(', ')}`,
    );
  }
  const field = text.slice(equals + 1).trim();
  const [, what, unit] = /^([\s\S]*):([\w-]+)$/.exec(field) ?? [];
  if (what === undefined || unit === undefined) return { quantity, what: field, unit: null };
  // Metric names and PromQL ranges contain colons too.
  if (unitOf(quantity, unit) !== undefined) return { quantity, what, unit };
  const isLikelyUnit = /^[a-z][a-z-]*$/.test(unit) && /[}\])]$|^[\w.]+$/.test(what);
  if (!isLikelyUnit) return { quantity, what: field, unit: null };
  throw problem(place, `"${unit}" is no unit of ${quantity}`, `units are ${unitNames(quantity).join(', ')}`);
}

function knownUnit(quantity: Quantity, selector: Selector, rules: readonly Rule[]): string | null {
  const known = rules.find(
    (rule) => rule.quantity === quantity && selectorOf(rule.selector)?.name === selector.name,
  );
  return known?.unit ?? null;
}

/** Guesses the unit from the name and the values. Null if a wrong guess could be off by a factor of 100. */
export function guessedUnit(
  quantity: Quantity,
  series: readonly MetricSeries[],
  vcpus: number | null,
): string | null {
  const name = series[0]?.name ?? '';
  const own = series[0]?.unit;
  if (own !== undefined && unitOf(quantity, own) !== undefined) return own;
  if (/_(total|count)$/.test(name) && unitOf(quantity, 'counter') !== undefined) return 'counter';
  const greatest = series.reduce((most, { values }) => values.reduce((a, b) => (b > a ? b : a), most), 0);
  return guessUnit(quantity, name, greatest, vcpus);
}

function nothingFound(place: { file: string; field: string }, what: string, series: readonly MetricSeries[]) {
  const words = series.map(seriesWords);
  const nearest = nearestWord(what, words);
  return problem(
    place,
    `there is no series ${what}${nearest === undefined ? '' : `, is ${nearest} meant?`}`,
    `there are ${someWords(words)}`,
  );
}
