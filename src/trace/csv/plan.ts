import { problem, type Suggestion } from '../../problem/index.ts';
import { cpuSuggested } from '../machine-unknown.ts';
import { LOOKED_UP, type Quantity } from '../quantity.ts';
import { quoted } from '../quoted.ts';
import type { ReadSettings } from '../reading.ts';
import type { Statistic } from '../trace.ts';
import { alikeNames } from './alike.ts';
import { unitInCells } from './cell-unit.ts';
import { type DayOrder, dayOrderOf } from './day-month.ts';
import { guessQuantity, saysMaximum } from './guess.ts';
import { type MapEntry, mapEntry, oneOf } from './map-entry.ts';
import { UNREADABLE } from './number.ts';
import { type Sheet, sampleNumber } from './sheet.ts';
import { timeColumn } from './time-column.ts';
import { scaleOf } from './unit-choice.ts';
import type { Scale } from './units.ts';

/** A column of the file that becomes one of the trace. */
export interface Field {
  readonly quantity: Quantity;
  readonly column: number;
  readonly source: string;
  readonly statistic: Statistic;
  readonly scale: Scale;
  /** The unit of the column where each cell has one of its own behind its number; else null. */
  readonly unitInCells: string | null;
  /** The whole of which values are what is free; null: they are what they are. */
  readonly freeOf: number | null;
}

export interface Plan {
  readonly timeColumn: number;
  /** How dates begin that end with their year; null: there are none. */
  readonly dayOrder: DayOrder | null;
  /** Empty: each row is one event, and they are counted as queries. */
  readonly fields: readonly Field[];
  readonly notes: readonly string[];
}

/**
 * Which columns are read, and as what: as the settings say, or else as their names do.
 * @param without columns that are none of this trace
 */
export function planOf(sheet: Sheet, settings: ReadSettings, without: ReadonlySet<number> = new Set()): Plan {
  const file = settings.name;
  const entries = settings.map.map((text) => mapEntry(text, sheet, file));
  refuseDoubles(entries, sheet, settings);
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
      throw problem(
        { file, field: '--map' },
        'queries=each takes all of a row',
        'map nothing else beside it',
      );
    return {
      timeColumn: time,
      dayOrder,
      fields: [],
      notes: [...timeNote, 'queries from rows, each of which is one, by the second'],
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
      freeOf: choice.freeOf,
    };
  });
  const left = sheet.names.filter((_, at) => at !== time && !taken.has(at) && !without.has(at));
  if (!isMapped && left.length > 0) notes.push(`not read: ${oneOf(left).replace(/^there (is|are) /, '')}`);
  return { timeColumn: time, dayOrder, fields, notes };
}

/** What was said, or else what all dates allow. Where they allow both, a guess would be wrong by months. */
function dayOrderIn(sheet: Sheet, time: number, said: DayOrder | null, file: string): DayOrder | null {
  const found = dayOrderOf(sheet.rows.map((cells) => cells[time] ?? ''));
  if (found !== 'either') return found === null ? null : (said ?? found);
  if (said !== null) return said;
  const name = sheet.names[time] as string;
  throw problem(
    { file, ...sheet.rowsAt, field: `column "${name}"` },
    `whether month or day comes first cannot be told from dates such as ${sheet.rows[0]?.[time]}`,
    `say --map time=${name}:month-first or --map time=${name}:day-first`,
  );
}

type Measured = MapEntry & { readonly quantity: Quantity };

/** The first column that speaks of a quantity is taken for it, unless there is one for each of several databases. */
function guessed(
  sheet: Sheet,
  time: number | 'each' | undefined,
  without: ReadonlySet<number>,
  settings: ReadSettings,
): Measured[] {
  const found = new Map<Quantity, number[]>();
  sheet.names.forEach((name, column) => {
    const quantity =
      column === time || without.has(column) ? undefined : guessQuantity(name, isSized(settings));
    if (quantity !== undefined) found.set(quantity, [...(found.get(quantity) ?? []), column]);
  });
  for (const [quantity, columns] of found) refuseSeveral(quantity, columns, sheet, settings);
  return [...found].map(([quantity, [column]]) => ({ quantity, column: column as number, unit: null }));
}

const isSized = ({ memoryBytes }: ReadSettings) => (memoryBytes ?? null) !== null;

function refuseSeveral(
  quantity: Quantity,
  columns: readonly number[],
  sheet: Sheet,
  { vcpus, name: file }: ReadSettings,
): void {
  const alike = alikeNames(columns.map((column) => sheet.names[column] as string));
  if (alike === null) return;
  const machine = quantity === 'cpu' && vcpus === null ? ['--vcpus', '2'] : [];
  const isOdd = machine.length > 0 ? 'if each has 2 vCPU' : null;
  const first = sheet.names[columns[0] as number] as string;
  throw problem(
    { file, ...sheet.namesAt },
    `${columns.length} columns have ${quantity}, most likely of a database each: ${alike.parts.join(', ')}`,
    `plan each with --by ${quoted(alike.pattern)}, or one with --map ${quoted(`${quantity}=${first}`)}`,
    [
      { args: ['--by', alike.pattern, ...machine], when: isOdd },
      { args: ['--map', `${quantity}=${first}`, ...machine], when: `for ${first}` },
    ],
  );
}

function statisticOf(quantity: Quantity, name: string): Statistic {
  if (saysMaximum(name)) return 'maximum';
  return LOOKED_UP.has(quantity) ? 'point' : 'average';
}

function refuseDoubles(entries: readonly MapEntry[], sheet: Sheet, { map, name: file }: ReadSettings): void {
  entries.forEach(({ quantity, column }, at) => {
    const place = { file, field: `--map ${map[at]}` };
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

/** A column that is nothing but words would be passed over cell by cell, and nobody would have meant that. */
function refuseWords(column: number, sheet: Sheet, file: string): void {
  const values = sheet.sample.map((cells) => sampleNumber(cells[column], sheet.decimal));
  const word = values.indexOf(UNREADABLE);
  if (word === -1 || values.some((value) => value >= 0)) return;
  throw problem(
    { file, field: `column "${sheet.names[column]}"` },
    `none of its first values is a number, as "${sheet.sample[word]?.[column]}"`,
    'export plain numbers, and say their unit with --map',
  );
}

function shown(sheet: Sheet): string {
  return oneOf(sheet.names.map((name) => `"${name}"`)).replace(/^there (is|are) /, '');
}

function nothingGuessed(sheet: Sheet, time: number, { name: file, vcpus }: ReadSettings) {
  const others = sheet.names.map((_, at) => at).filter((at) => at !== time && sheet.names[at] !== '');
  const [first = time] = others.filter((at) => !OTHER.test(sheet.names[at] as string));
  if (sheet.names.length < 2)
    return problem(
      { file, ...sheet.namesAt },
      'there is one column, of times',
      'say that each row is a query: --map queries=each',
      [{ args: ['--map', 'queries=each'], when: 'if each row is a query' }],
    );
  const name = sheet.names[first] as string;
  const found = `no name of a column says what it measures: ${shown(sheet)}`;
  if (first === time)
    return problem({ file, ...sheet.namesAt }, found, 'add a column with CPU, a load average or queries');
  const areShares = others.length > 1 && others.every((at) => unitOfCells(sheet, at) === 'percent');
  const unit = areShares ? 'percent' : cpuUnit(sheet, first);
  const each: Suggestion = {
    args: ['--by', '*', ...cpuSuggested('value', unit, vcpus).args],
    when: `if each column is the CPU of a database${vcpus === null ? ' with 2 vCPU' : ''}`,
  };
  return problem(
    { file, ...sheet.namesAt },
    found,
    `say so, as in --map ${quoted(`cpu=${name}:${unit}`)}${areShares ? "; with --by '*' each column is a database" : ''}`,
    [...(areShares ? [each] : []), cpuSuggested(name, unit, vcpus)],
  );
}

/** What is no CPU, whatever its name says beside. */
const OTHER = /mem|ram\b|disk|storage|iops|network|bytes|latency|conn/i;

/** The unit in the cells of a column; null: there is none in all of them. */
function unitOfCells(sheet: Sheet, column: number): string | null {
  const cells = sheet.sample.map((row) => row[column]);
  return unitInCells('cpu', cells, sheet.decimal);
}

/** By how large the values are, where nothing else says it. */
function cpuUnit(sheet: Sheet, column: number): string {
  const cell = unitOfCells(sheet, column);
  if (cell !== null) return cell;
  const values = sheet.sample.map((row) => sampleNumber(row[column], sheet.decimal));
  return Math.max(0, ...values.filter((value) => value > 0)) > 1 ? 'percent' : 'vcpu';
}

function noHeader(sheet: Sheet, file: string) {
  const first = sheet.sample[0]?.slice(0, 5).join(', ') ?? '';
  return problem(
    { file, ...sheet.namesAt },
    `there is no line with the names of columns; the first is ${first}`,
    'add one, or name columns by their number, as in --map cpu=2',
  );
}
