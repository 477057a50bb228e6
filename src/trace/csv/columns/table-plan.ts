import { problem } from '../../../problem/index.ts';
import { LOOKED_UP, type Quantity } from '../../quantity.ts';
import { quoted } from '../../reading/quoted.ts';
import type { ReadSettings } from '../../reading/reading.ts';
import type { Statistic } from '../../trace.ts';
import { type Sheet, sampleNumber } from '../sheet.ts';
import { type DayOrder, dayOrderOf } from '../values/day-month.ts';
import { UNREADABLE } from '../values/number.ts';
import type { Scale } from '../values/units.ts';
import { guessQuantity, saysMaximum } from './guess.ts';
import { listWords, type MapEntry, mapEntry } from './map-entry.ts';
import { timeColumn } from './time-column.ts';
import { nothingGuessed, refuseSeveral } from './unclear-columns.ts';
import { scaleOf } from './unit-choice.ts';

/** A column of the file that becomes a column of the trace. */
export interface Field {
  readonly quantity: Quantity;
  readonly column: number;
  readonly source: string;
  readonly statistic: Statistic;
  readonly scale: Scale;
  /** The unit of the column, if each cell has its own unit after the number. Otherwise null. */
  readonly unitInCells: string | null;
  /** The total from which values of free memory are subtracted. Null if values are used directly. */
  readonly memoryTotal: number | null;
}

export interface TablePlan {
  readonly timeColumn: number;
  /** The order of day and month in dates that end with the year. Null if there are no such dates. */
  readonly dayOrder: DayOrder | null;
  /** Empty if each row is one event, which counts as a query. */
  readonly fields: readonly Field[];
  readonly notes: readonly string[];
}

/**
 * Decides which columns are read and as what, from the options or else from the names of the columns.
 * @param without columns that do not belong to this trace
 */
export function planOf(
  sheet: Sheet,
  settings: ReadSettings,
  without: ReadonlySet<number> = new Set(),
): TablePlan {
  const file = settings.name;
  const entries = settings.map.map((text) => mapEntry(text, sheet, file));
  refuseDuplicates(entries, sheet, settings);
  const timeEntry = entries.find(({ quantity }) => quantity === 'time');
  const mappedTime = timeEntry?.column;
  const measured = entries.filter(({ quantity }) => quantity !== 'time') as Measured[];
  if (!sheet.hasHeader && measured.length === 0) throw noHeader(sheet, file);
  const isMapped = measured.length > 0;
  const chosen = isMapped ? measured : guessed(sheet, mappedTime, without, settings);
  const taken = new Set(chosen.flatMap(({ column }) => (column === 'each' ? [] : [column])));
  const time =
    typeof mappedTime === 'number' ? mappedTime : timeColumn(sheet, new Set([...taken, ...without]), file);
  const source = (column: number) => sheet.names[column] as string;
  const dayOrder = dayOrderIn(sheet, time, (timeEntry?.unit ?? null) as DayOrder | null, file);
  const timeNote = mappedTime === undefined ? [`times from "${source(time)}"`] : [];
  if (dayOrder !== null && timeEntry?.unit == null) timeNote.push(`dates are ${dayOrder}`);
  if (chosen.some(({ column }) => column === 'each')) {
    if (chosen.length > 1)
      throw problem({ file, field: '‹map›' }, 'queries=each uses the whole row', 'map no other column');
    return {
      timeColumn: time,
      dayOrder,
      fields: [],
      notes: [...timeNote, 'queries from rows, one each, counted per second'],
    };
  }
  if (chosen.length === 0) throw nothingGuessed(sheet, time, settings);
  const hasSize = chosen.some(({ quantity }) => quantity === 'capacityCu');
  const notes = [...timeNote];
  const fields = (chosen as (Measured & { column: number })[]).map((entry) => {
    const others = chosen.filter((other) => other !== entry && other.column !== 'each');
    const choice = scaleOf(
      entry,
      sheet,
      settings,
      hasSize,
      others.map(({ quantity, column }) => `${quantity}=${source(column as number)}`),
    );
    if (choice.unitInCells === null) refuseWords(entry.column, sheet, file);
    if (!isMapped || entry.unit === null)
      notes.push(`${entry.quantity} from "${source(entry.column)}" as ${choice.words}`);
    return {
      quantity: entry.quantity,
      column: entry.column,
      source: source(entry.column),
      statistic: statisticOf(entry.quantity, source(entry.column)),
      scale: choice.scale,
      unitInCells: choice.unitInCells,
      memoryTotal: choice.memoryTotal,
    };
  });
  const unread = sheet.names.filter((_, at) => at !== time && !taken.has(at) && !without.has(at));
  if (!isMapped && unread.length > 0)
    notes.push(`not read: ${listWords(unread).replace(/^there (is|are) /, '')}`);
  return { timeColumn: time, dayOrder, fields, notes };
}

/**
 * The order from the options, or else the only one that fits all dates. If both fit, a guess could be wrong by months.
 */
function dayOrderIn(sheet: Sheet, time: number, said: DayOrder | null, file: string): DayOrder | null {
  const found = dayOrderOf(sheet.rows.map((cells) => cells[time] ?? ''));
  if (found !== 'either') return found === null ? null : (said ?? found);
  if (said !== null) return said;
  const name = sheet.names[time] as string;
  throw problem(
    { file, ...sheet.rowsAt, field: `column "${name}"` },
    `whether month or day comes first is not clear from dates such as ${sheet.rows[0]?.[time]}`,
    `say ‹map› ${quoted(`time=${name}:month-first`)} or ‹map› ${quoted(`time=${name}:day-first`)}`,
    [{ options: [['map', `time=${name}:month-first`]], when: 'if the month comes first' }],
  );
}

type Measured = MapEntry & { readonly quantity: Quantity };

/** Takes the first column that matches a quantity, and refuses several that seem to belong to one database each. */
function guessed(
  sheet: Sheet,
  time: number | 'each' | undefined,
  without: ReadonlySet<number>,
  settings: ReadSettings,
): Measured[] {
  const found = new Map<Quantity, number[]>();
  sheet.names.forEach((name, column) => {
    const quantity =
      column === time || without.has(column) ? undefined : guessQuantity(name, isMemorySizeKnown(settings));
    if (quantity !== undefined) found.set(quantity, [...(found.get(quantity) ?? []), column]);
  });
  for (const [quantity, columns] of found) refuseSeveral(quantity, columns, sheet, settings);
  return [...found].map(([quantity, [column]]) => ({ quantity, column: column as number, unit: null }));
}

const isMemorySizeKnown = ({ memoryBytes }: ReadSettings) => (memoryBytes ?? null) !== null;

function statisticOf(quantity: Quantity, name: string): Statistic {
  if (saysMaximum(name)) return 'maximum';
  return LOOKED_UP.has(quantity) ? 'point' : 'average';
}

function refuseDuplicates(
  entries: readonly MapEntry[],
  sheet: Sheet,
  { map, name: file }: ReadSettings,
): void {
  entries.forEach(({ quantity, column }, at) => {
    const place = { file, field: `‹map› ${map[at]}` };
    const before = entries.slice(0, at);
    if (before.some((other) => other.quantity === quantity))
      throw problem(place, `${quantity} is mapped twice`, 'map each quantity once');
    if (before.some((other) => other.column === column))
      throw problem(
        place,
        `column "${sheet.names[column as number]}" is mapped twice`,
        'map each column once',
      );
  });
}

/** Refuses a column of words: it would be skipped cell by cell, which nobody can have intended. */
function refuseWords(column: number, sheet: Sheet, file: string): void {
  const values = sheet.sample.map((cells) => sampleNumber(cells[column], sheet.decimal));
  const word = values.indexOf(UNREADABLE);
  if (word === -1 || values.some((value) => value >= 0)) return;
  throw problem(
    { file, field: `column "${sheet.names[column]}"` },
    `none of its first values is a number, as "${sheet.sample[word]?.[column]}"`,
    'export plain numbers, and say their unit with ‹map›',
  );
}

function noHeader(sheet: Sheet, file: string) {
  const first = sheet.sample[0]?.slice(0, 5).join(', ') ?? '';
  return problem(
    { file, ...sheet.namesAt },
    `there is no header; the first line is ${first}`,
    'add one, or name columns by their number, as in ‹map› cpu=2',
  );
}
