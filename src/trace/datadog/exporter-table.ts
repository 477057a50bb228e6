import { timeColumn } from '../csv/columns/time-column.ts';
import { openCsv } from '../csv/open-csv.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import { labelsOfTags } from '../series/series-name.ts';
import { headerOf } from '../series-table/header-line.ts';
import { collectColumns } from '../series-table/series-columns.ts';
import { statisticOf } from './statistic.ts';

/** Reads a table of Datadog's CSV exporter: a column for each scope, and one that names the metric. */
export async function collectExporterTable(
  source: ByteSource,
  settings: ReadSettings,
): Promise<CollectedSeries> {
  const table = await openCsv(source.pieces(), settings);
  const { names } = table.sheet;
  const metric = names.findIndex(isMetric);
  const values = names.flatMap((name, column) => (isScope(name) ? [column] : []));
  return collectColumns(table, {
    time: timeColumn(table.sheet, new Set([metric, ...values]), settings.name),
    values,
    keys: [metric],
    nameOf: (column, [text = '']) => {
      const [, name = text, aggregation = ''] = /^(.+?)\s*\((\w+)\)$/.exec(text) ?? [];
      const labels = labelsOfTags((names[column] as string).split(','));
      return { name, labels, statistic: statisticOf(aggregation) };
    },
  });
}

export function isExporterTable(opening: string): boolean {
  const header = headerOf(opening);
  const others = header.filter((name) => !isMetric(name) && !TIME.test(name));
  return (
    header.some(isMetric) &&
    header.some((name) => TIME.test(name)) &&
    others.length > 0 &&
    others.every(isScope)
  );
}

const TIME = /^(?:date|time(?:stamp)?)$/i;
const isMetric = (name: string) => /^metric$/i.test(name);
/** A scope such as `dbinstanceidentifier:shop,env:prod`, or `*` for all scopes. */
const isScope = (name: string) => name === '*' || /^[\w./-]+:[^\s,]+(?:,\s*[\w./-]+:[^\s,]+)*$/.test(name);
