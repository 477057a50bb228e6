import { NEGATIVE, UNREADABLE } from '../csv/values/number.ts';
import type { Faults } from '../reading/faults.ts';
import { type MetricSeries, seriesWords } from './series.ts';
import type { SeriesName } from './series-name.ts';

/** Collects samples of many series, in any order. */
export class SeriesSamples {
  readonly #faults: Faults;
  readonly #found = new Map<string, SeriesBuffer>();

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** The collection for samples of this series. Its `unit` applies to all values and may be set by the caller. */
  of(series: SeriesName): SeriesBuffer {
    const key = JSON.stringify([series.name, Object.entries(series.labels).sort(), series.statistic]);
    const found = this.#found.get(key) ?? { series, times: [], values: [], unit: null };
    this.#found.set(key, found);
    return found;
  }

  /** @param value a number, or a special value of `numberAt` */
  add(to: SeriesBuffer, ms: number, value: number, line: () => number): void {
    if (value === NEGATIVE || value === UNREADABLE)
      this.#faults.count(
        value === NEGATIVE ? 'values with a negative number' : 'values that are not numbers',
        line,
        seriesWords(to.series),
      );
    to.times.push(ms);
    to.values.push(value >= 0 ? value : Number.NaN);
  }

  series(): MetricSeries[] {
    return [...this.#found.values()].map((found) => this.#whole(found));
  }

  #whole({ series, times, values, unit }: SeriesBuffer): MetricSeries {
    const order = times.map((_, at) => at);
    if (times.some((ms, at) => at > 0 && ms < (times[at - 1] as number)))
      order.sort((a, b) => (times[a] as number) - (times[b] as number));
    const kept = order.filter((at, place) => {
      const isFirst = place === 0 || times[at] !== times[order[place - 1] as number];
      if (!isFirst)
        this.#faults.count('values for a time that already has one', () => 1, seriesWords(series));
      return isFirst;
    });
    return {
      ...series,
      times: Float64Array.from(kept, (at) => times[at] as number),
      values: Float64Array.from(kept, (at) => values[at] as number),
      stepsMs: null,
      ...(unit === null ? {} : { unit }),
    };
  }
}

export interface SeriesBuffer {
  readonly series: SeriesName;
  readonly times: number[];
  readonly values: number[];
  unit: string | null;
}
