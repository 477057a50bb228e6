import { noData, problem } from '../../problem/index.ts';
import { Faults } from '../reading/faults.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import { guessedUnit, mapped } from '../series/by-map.ts';
import { chosenByRules } from '../series/by-rules.ts';
import type { ChosenColumn } from '../series/chosen-column.ts';
import { refuseHistograms } from '../series/read-series.ts';
import type { Preset, Rule } from '../series/rule.ts';
import { type MetricSeries, seriesWords, someWords } from '../series/series.ts';
import { seriesTrace } from '../series/series-trace.ts';
import { type SeriesUnit, unitNames, unitOf } from '../series/unit.ts';
import { MatrixSeries } from './matrix-series.ts';

/** A query for one column, and how its series become that column. */
interface LiveQuery {
  readonly query: string;
  chosen(series: readonly MetricSeries[]): ChosenColumn[];
}

/** The queries to send: one for each `--map`, and one for each rule of the preset whose quantity is not mapped. */
export function liveQueries(
  preset: Preset | null,
  where: string | null,
  settings: ReadSettings,
): LiveQuery[] {
  const { map, name: file, vcpus } = settings;
  const entries = map.map((text) => mapped(text, file));
  const own = entries.map(({ quantity, what, unit }, at): LiveQuery => {
    const place = { file, field: `‹map› ${map[at]}` };
    if (entries.slice(0, at).some((other) => other.quantity === quantity))
      throw problem(place, `${quantity} is mapped twice`, 'map each quantity once');
    return {
      query: what,
      chosen(series) {
        if (series.length === 0) return [];
        if (series.length > 1)
          throw problem(
            place,
            `the query has ${series.length} series: ${someWords(series.map(seriesWords))}`,
            `reduce it to one, as in ‹map› '${quantity}=sum(${what})'`,
          );
        const named = series.map((one) => (one.name === '' ? { ...one, name: what } : one));
        const unitName = unit ?? guessedUnit(quantity, named, vcpus);
        if (unitName === null)
          throw problem(
            place,
            `the unit of ${quantity} is not clear from the query and the values`,
            `add it after a colon, with one of ${unitNames(quantity).join(', ')}`,
          );
        const kind = unitOf(quantity, unitName) as SeriesUnit;
        return [
          { quantity, series, join: 'sum', unit: kind, unitName, statistic: null, source: what, note: null },
        ];
      },
    };
  });
  const mappedToo = new Set(entries.map(({ quantity }) => quantity));
  const rules = (preset?.rules ?? []).filter(({ quantity }) => !mappedToo.has(quantity));
  return [...own, ...rules.map((rule) => ruleQuery(rule, where, settings))];
}

function ruleQuery(rule: Rule, where: string | null, settings: ReadSettings): LiveQuery {
  return {
    query: where === null ? rule.selector : narrowed(rule.selector, where),
    chosen: (series) => chosenByRules([rule], series, settings),
  };
}

/** Adds conditions to a selector. */
function narrowed(selector: string, where: string): string {
  const conditions = where.trim().replace(/^\{|\}$/g, '');
  return selector.endsWith('}') ? `${selector.slice(0, -1)},${conditions}}` : `${selector}{${conditions}}`;
}

/** Collects a server's answers to queries, part by part, into one trace. */
export class LiveAnswers {
  readonly #faults: Faults;
  readonly #settings: ReadSettings;
  readonly #parts: readonly { readonly query: LiveQuery; readonly matrix: MatrixSeries }[];

  constructor(queries: readonly LiveQuery[], settings: ReadSettings) {
    this.#settings = settings;
    this.#faults = new Faults(settings.name, settings.strict);
    this.#parts = queries.map((query) => ({ query, matrix: new MatrixSeries(settings.name, this.#faults) }));
  }

  /** @param at the index of the query that was answered */
  add(at: number, answer: unknown): void {
    this.#parts[at]?.matrix.add(answer, null);
  }

  /** The trace up to an instant. Later samples only end the steps before them. */
  reading(preset: Preset | null, untilMs: number): Reading {
    const notes: string[] = [];
    const found: ChosenColumn[] = [];
    for (const { query, matrix } of this.#parts) {
      const choices = query.chosen(matrix.series());
      notes.push(...matrix.warnings);
      if (choices.length === 0) notes.push(`the server has nothing for ${query.query}`);
      // Another name for a quantity that was already found is ignored.
      found.push(...choices.filter(({ quantity }) => !found.some((before) => before.quantity === quantity)));
    }
    const file = this.#settings.name;
    if (found.length === 0)
      throw noData(
        { file },
        'the server has no samples for any of the queries',
        'check the span and the names of its metrics',
      );
    refuseHistograms(found, file);
    return seriesTrace(found, this.#settings, {
      notes: [...new Set(notes)],
      skipped: this.#faults.counts,
      gap: preset?.gap ?? null,
      untilMs,
    });
  }
}
