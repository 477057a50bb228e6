import { problem } from '../../problem/index.ts';
import { databaseNamePattern } from '../csv/columns/alike.ts';
import { guessQuantity } from '../csv/columns/guess.ts';
import type { Quantity } from '../quantity.ts';
import { cpuSuggestion } from '../reading/machine-unknown.ts';
import type { ReadSettings } from '../reading/reading.ts';
import { guessedUnit } from './by-map.ts';
import { severalSeries } from './by-rules.ts';
import type { ChosenColumn } from './chosen-column.ts';
import { type MetricSeries, seriesWords } from './series.ts';
import { type SeriesUnit, unitNames, unitOf } from './unit.ts';

/** Guesses columns from the names of series that no preset knows, as for the columns of a table. */
export function chosenByGuess(series: readonly MetricSeries[], settings: ReadSettings): ChosenColumn[] {
  const { vcpus, name: file } = settings;
  const found = new Map<Quantity, MetricSeries[]>();
  for (const one of series) {
    const quantity = one.name.endsWith('_bucket') ? undefined : guessQuantity(one.name);
    if (quantity !== undefined) found.set(quantity, [...(found.get(quantity) ?? []), one]);
  }
  const untold: MetricSeries[] = [];
  const choices = [...found].flatMap(([quantity, of]) => {
    const [first] = of as [MetricSeries];
    const unitName = guessedUnit(quantity, of, vcpus);
    const unit: SeriesUnit | undefined = unitName === null ? undefined : unitOf(quantity, unitName);
    if (unitName === null || unit === undefined) {
      if (quantity === 'cpu') untold.push(first);
      return [];
    }
    if (databaseNamePattern([...new Set(of.map(({ name }) => name))]) !== null)
      throw severalSeries(quantity, 'their names', of, settings, unitName);
    const own = of.filter(({ statistic, name }) => statistic === first.statistic && name === first.name);
    if (own.length > 1) throw severalSeries(quantity, first.name, own, settings, unitName);
    return [
      {
        quantity,
        series: [first],
        join: 'sum',
        unit,
        unitName,
        statistic: null,
        source: seriesWords(first),
        note: null,
      } as const,
    ];
  });
  const [first] = untold;
  if (first === undefined) return choices;
  const others = choices.map(({ quantity, source, unitName }) => `${quantity}=${source}:${unitName}`);
  throw problem(
    { file, field: seriesWords(first) },
    'the unit of cpu is not clear from the name and the values',
    `add it after a colon, with one of ${unitNames('cpu').join(', ')}`,
    [cpuSuggestion(seriesWords(first), cpuUnitOf(first), vcpus, others)],
  );
}

/** The most likely unit of CPU, from the name of the series or else from its values. */
export function cpuUnitOf({ name, values, unit }: MetricSeries): string {
  if (unit === 'percent') return unit;
  const greatest = values.reduce((most, value) => (value > most ? value : most), 0);
  if (/util|percent|ratio|%/i.test(name)) return greatest > 1 ? 'percent' : 'fraction';
  return greatest > 8 ? 'percent' : 'vcpu';
}
