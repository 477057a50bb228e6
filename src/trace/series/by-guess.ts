import { guessQuantity } from '../csv/guess.ts';
import type { Quantity } from '../quantity.ts';
import { guessedUnit } from './by-map.ts';
import { several } from './by-rules.ts';
import type { Choice } from './choice.ts';
import { type Series, seriesWords } from './series.ts';
import { type SeriesUnit, unitOf } from './unit.ts';

/** Columns of series whose names no preset knows, by what a column of such a name would be. */
export function chosenByGuess(series: readonly Series[], vcpus: number | null, file: string): Choice[] {
  const found = new Map<Quantity, Series[]>();
  for (const one of series) {
    const quantity = one.name.endsWith('_bucket') ? undefined : guessQuantity(one.name);
    if (quantity !== undefined) found.set(quantity, [...(found.get(quantity) ?? []), one]);
  }
  return [...found].flatMap(([quantity, of]) => {
    const unitName = guessedUnit(quantity, of, vcpus);
    const unit: SeriesUnit | undefined = unitName === null ? undefined : unitOf(quantity, unitName);
    if (unitName === null || unit === undefined) return [];
    const [first] = of as [Series];
    const own = of.filter(({ statistic, name }) => statistic === first.statistic && name === first.name);
    if (own.length > 1) throw several(quantity, first.name, own.map(seriesWords), file);
    const source = seriesWords(first);
    return [
      {
        quantity,
        series: [first],
        join: 'sum',
        unit,
        unitName,
        statistic: null,
        source,
        note: null,
      } as const,
    ];
  });
}
