import { problem, type Suggestion } from '../../../problem/index.ts';
import type { Quantity } from '../../quantity.ts';
import { cpuSuggestion } from '../../reading/machine-unknown.ts';
import { quoted } from '../../reading/quoted.ts';
import type { ReadSettings } from '../../reading/reading.ts';
import { type Sheet, sampleNumber } from '../sheet.ts';
import { unitInCells } from '../values/cell-unit.ts';
import { databaseNamePattern } from './alike.ts';
import { listWords } from './map-entry.ts';

/** Refuses several columns of a quantity that most likely belong to one database each. */
export function refuseSeveral(
  quantity: Quantity,
  columns: readonly number[],
  sheet: Sheet,
  { vcpus, name: file }: ReadSettings,
): void {
  const alike = databaseNamePattern(columns.map((column) => sheet.names[column] as string));
  if (alike === null) return;
  const machine = quantity === 'cpu' && vcpus === null ? ([['vcpus', '2']] as const) : [];
  const isOdd = machine.length > 0 ? 'if each has 2 vCPU' : null;
  const first = sheet.names[columns[0] as number] as string;
  throw problem(
    { file, ...sheet.namesAt },
    `${columns.length} columns have ${quantity}, most likely one for each database: ${alike.parts.join(', ')}`,
    `plan each with ‹by› ${quoted(alike.pattern)}, or one with ‹map› ${quoted(`${quantity}=${first}`)}`,
    [
      { options: [['by', alike.pattern], ...machine], when: isOdd },
      { options: [['map', `${quantity}=${first}`], ...machine], when: `for ${first}` },
    ],
  );
}

/** A problem for a table in which no column name is recognised. It suggests columns that may be CPU. */
export function nothingGuessed(sheet: Sheet, time: number, { name: file, vcpus }: ReadSettings) {
  const others = sheet.names.map((_, at) => at).filter((at) => at !== time && sheet.names[at] !== '');
  const [first = time] = others.filter((at) => !OTHER.test(sheet.names[at] as string));
  if (sheet.names.length < 2)
    return problem(
      { file, ...sheet.namesAt },
      'there is one column, of times',
      'say that each row is a query: ‹map› queries=each',
      [{ options: [['map', 'queries=each']], when: 'if each row is a query' }],
    );
  const name = sheet.names[first] as string;
  const found = `no name of a column says what it measures: ${shown(sheet)}`;
  if (first === time)
    return problem({ file, ...sheet.namesAt }, found, 'add a column with CPU, a load average or queries');
  const areShares = others.length > 1 && others.every((at) => unitOfCells(sheet, at) === 'percent');
  const unit = areShares ? 'percent' : cpuUnit(sheet, first);
  const each: Suggestion = {
    options: [['by', '*'], ...cpuSuggestion('value', unit, vcpus).options],
    when: `if each column is the CPU of a database${vcpus === null ? ' with 2 vCPU' : ''}`,
  };
  return problem(
    { file, ...sheet.namesAt },
    found,
    `say so, as in ‹map› ${quoted(`cpu=${name}:${unit}`)}${areShares ? "; with ‹by› '*' each column is a database" : ''}`,
    [...(areShares ? [each] : []), cpuSuggestion(name, unit, vcpus)],
  );
}

/** Names that exclude CPU, whatever else they contain. */
const OTHER = /mem|ram\b|disk|storage|iops|network|bytes|latency|conn/i;

/** The unit in the cells of a column. Null if not all of them have the same unit. */
function unitOfCells(sheet: Sheet, column: number): string | null {
  const cells = sheet.sample.map((row) => row[column]);
  return unitInCells('cpu', cells, sheet.decimal);
}

/** Guesses the unit of CPU from the size of the values, if the cells have no unit. */
function cpuUnit(sheet: Sheet, column: number): string {
  const cell = unitOfCells(sheet, column);
  if (cell !== null) return cell;
  const values = sheet.sample.map((row) => sampleNumber(row[column], sheet.decimal));
  return Math.max(0, ...values.filter((value) => value > 0)) > 1 ? 'percent' : 'vcpu';
}

function shown(sheet: Sheet): string {
  return listWords(sheet.names.map((name) => `"${name}"`)).replace(/^there (is|are) /, '');
}
