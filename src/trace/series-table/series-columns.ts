import { problem } from '../../problem/index.ts';
import { ABSENT, type Row } from '../csv/row.ts';
import { UNTIMED } from '../csv/row-times.ts';
import type { Table } from '../csv/table.ts';
import { plainCell } from '../csv/values/cell-unit.ts';
import { dayOrderOf } from '../csv/values/day-month.ts';
import { LocalTime } from '../csv/values/local-time.ts';
import { UNREADABLE } from '../csv/values/number.ts';
import { Faults } from '../reading/faults.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import type { SeriesName } from '../series/series-name.ts';
import { type SeriesBuffer, SeriesSamples } from '../series/series-samples.ts';

/** Which columns of a table have series, and how rows are assigned to series. */
interface SeriesColumns {
  readonly time: number;
  /** Columns with values. */
  readonly values: readonly number[];
  /** Columns with words that identify the series of a row. */
  readonly keys: readonly number[];
  /** The series of a value in this column, in rows with these words. */
  nameOf(column: number, words: readonly string[]): SeriesName;
}

/** Collects the series of a table whose rows may come in any order. Only the values are kept in memory. */
export async function collectColumns(table: Table, columns: SeriesColumns): Promise<CollectedSeries> {
  const { sheet, settings, hasLines } = table;
  const { time, values, keys } = columns;
  const faults = new Faults(settings.name, settings.strict, hasLines);
  const samples = new SeriesSamples(faults);
  const local = new LocalTime(settings.timezone);
  const written = { ms: 0, isLocal: false };
  const known = new Map<string, readonly SeriesBuffer[]>();
  let hasLocal = false;
  const targetsOf = (row: Row): readonly SeriesBuffer[] => {
    const words = keys.map((_, at) => row.text(1 + values.length + at)?.trim() ?? '');
    const key = words.join('\u0000');
    const targets = known.get(key) ?? values.map((column) => samples.of(columns.nameOf(column, words)));
    known.set(key, targets);
    return targets;
  };
  const take = (row: Row, line: () => number) => {
    if (!row.time(written)) {
      faults.count(UNTIMED, line, null);
      return;
    }
    hasLocal ||= written.isLocal;
    const targets = targetsOf(row);
    const before = targets[0]?.times.at(-1) ?? Number.NEGATIVE_INFINITY;
    const ms = written.isLocal ? local.utcMs(written.ms, before) : written.ms;
    if (Number.isNaN(ms)) {
      faults.count('rows with a local time that the clock skipped', line, null);
      return;
    }
    targets.forEach((target, at) => {
      const bare = row.number(1 + at);
      if (bare !== UNREADABLE) {
        samples.add(target, ms, bare === ABSENT ? Number.NaN : bare, line);
        return;
      }
      const { value, unit } = plainCell(row.text(1 + at) ?? '', sheet.decimal);
      if (unit !== null) target.unit = unit;
      samples.add(target, ms, value, line);
    });
  };
  const { first, rest } = await table.open([time, ...values, ...keys], dayOrderIn(table, time));
  first.rows(take);
  for await (const rows of rest) rows(take);
  const notes = [
    ...table.notes,
    ...(hasLocal && settings.timezone === 'UTC'
      ? ['times have no zone and were read as UTC; set another zone with ‹timezone›']
      : []),
  ];
  return {
    series: samples.series().filter((one) => one.values.some((value) => !Number.isNaN(value))),
    notes,
    skipped: faults.counts,
  };
}

function dayOrderIn({ sheet, settings }: Table, time: number) {
  const order = dayOrderOf(sheet.rows.map((cells) => cells[time] ?? ''));
  if (order !== 'either') return order;
  throw problem(
    { file: settings.name, ...sheet.rowsAt, field: `column "${sheet.names[time]}"` },
    `whether month or day comes first is not clear from dates such as ${sheet.rows[0]?.[time]}`,
    'export times as 2026-03-29 14:30:00 or as numbers',
  );
}
