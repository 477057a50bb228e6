import { timeColumn } from '../csv/columns/time-column.ts';
import { openCsv } from '../csv/open-csv.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import { labelledName, type SeriesName } from '../series/series-name.ts';
import { headerOf } from './header-line.ts';
import { collectColumns } from './series-columns.ts';

/** Reads a table with a column for each series, named with its labels in braces, as Grafana and Datadog export it. */
export async function collectLabelled(source: ByteSource, settings: ReadSettings): Promise<CollectedSeries> {
  const table = await openCsv(source.pieces(), settings);
  const names = table.sheet.names.map(labelledName);
  const values = names.flatMap((name, column) => (name === null ? [] : [column]));
  const time = timeColumn(table.sheet, new Set(values), settings.name);
  return collectColumns(table, {
    time,
    values,
    keys: [],
    nameOf: (column) => names[column] as SeriesName,
  });
}

export function isLabelledTable(opening: string): boolean {
  const header = headerOf(opening);
  return header.length > 1 && header.some((cell) => labelledName(cell) !== null);
}
