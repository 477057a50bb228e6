import { guessQuantity } from '../csv/columns/guess.ts';
import { timeColumn } from '../csv/columns/time-column.ts';
import { openCsv } from '../csv/open-csv.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import { labelledName, plainName } from '../series/series-name.ts';
import { headerOf } from './header-line.ts';
import { collectColumns } from './series-columns.ts';

/**
 * Reads a table with a row for each value, such as `Series,Time,Value` of Grafana or `metric,scope,timestamp,value` of
 * Datadog. Words in other columns become labels.
 */
export async function collectLong(source: ByteSource, settings: ReadSettings): Promise<CollectedSeries> {
  const table = await openCsv(source.pieces(), settings);
  const { names } = table.sheet;
  const name = names.findIndex((one) => NAME.test(one));
  const value = names.findIndex((one) => VALUE.test(one));
  const time = timeColumn(table.sheet, new Set([name, value]), settings.name);
  const labels = names.map((_, column) => column).filter((at) => at !== name && at !== value && at !== time);
  return collectColumns(table, {
    time,
    values: [value],
    keys: [name, ...labels],
    nameOf: (_, [text = '', ...words]) => {
      const { labels: own, ...called } = labelledName(text) ?? { ...plainName(text), labels: {} };
      const said = words.flatMap((word, at): [string, string][] =>
        word === '' ? [] : tagsOf(names[labels[at] as number] as string, word),
      );
      return { ...called, labels: { ...Object.fromEntries(said), ...own } };
    },
  });
}

/** Splits a cell such as `dbinstanceidentifier:shop` in a column of scopes or tags into labels. */
function tagsOf(column: string, word: string): [label: string, value: string][] {
  if (!/^(?:scope|tags?|tag_?set|labels?)$/i.test(column)) return [[column, word]];
  return word.split(/[,\s]+/).map((tag): [string, string] => {
    const [, label = column, value = tag] = /^([^:=]+)[:=](.+)$/.exec(tag) ?? [];
    return [label, value];
  });
}

export function isLongTable(opening: string): boolean {
  const header = headerOf(opening);
  const count = (pattern: RegExp) => header.filter((cell) => pattern.test(cell)).length;
  return (
    count(NAME) === 1 &&
    count(VALUE) === 1 &&
    count(TIME) > 0 &&
    header.every((cell) => guessQuantity(cell) === undefined)
  );
}

const NAME = /^(?:series|metric|metric_?name|__name__|measurement)$/i;
const VALUE = /^(?:value|metric_?value)$/i;
const TIME = /^[@_]?(?:time|date|ts|datetime|time ?_?stamp|date_?time)$/i;
