import { problem, type Suggestion } from '../../../problem/index.ts';
import type { Quantity } from '../../quantity.ts';
import {
  cpuSuggestion,
  INSTANCE_REMEDY,
  INSTANCE_SUGGESTIONS,
  VCPUS_REMEDY,
  VCPUS_SUGGESTIONS,
} from '../../reading/machine-unknown.ts';
import { quoted } from '../../reading/quoted.ts';
import type { ReadSettings } from '../../reading/reading.ts';
import { type Sheet, sampleNumber } from '../sheet.ts';
import { unitInCells } from '../values/cell-unit.ts';
import { type Scale, UNITS } from '../values/units.ts';
import { guessUnit, saysCounter } from './guess.ts';

interface Asked {
  readonly quantity: Quantity;
  readonly column: number;
  readonly unit: string | null;
}

interface UnitChoice {
  readonly scale: Scale;
  /** The unit of the column, if each cell has its own unit after the number. Otherwise null. */
  readonly unitInCells: string | null;
  /** The total from which values of free memory are subtracted. Null if values are used directly. */
  readonly memoryTotal: number | null;
  /** The unit in the words of a note. */
  readonly words: string;
}

/**
 * The requested unit, or else the most likely one. Throws a problem for a share of an unknown total.
 * @param others the entries of --map for the other columns that are read
 */
export function scaleOf(
  { quantity, column, unit: asked }: Asked,
  sheet: Sheet,
  settings: ReadSettings,
  hasSize: boolean,
  others: readonly string[],
): UnitChoice {
  const { vcpus } = settings;
  const memoryBytes = settings.memoryBytes ?? null;
  const name = sheet.names[column] as string;
  const cells = sheet.sample.map((row) => row[column]);
  const written = unitInCells(quantity, cells, sheet.decimal);
  const numbers = cells.map((cell) => sampleNumber(cell, sheet.decimal));
  const guessed =
    asked ??
    written ??
    (saysCounter(quantity, name) && mostlyGrows(numbers)
      ? 'counter'
      : guessUnit(quantity, name, Math.max(0, ...numbers.filter((value) => value > 0)), vcpus));
  // If the number of processors is unknown and the file has sizes, a percentage refers to the size.
  const unit =
    guessed === 'percent' && asked === null && vcpus === null && hasSize ? 'percent-of-size' : guessed;
  const place = { file: settings.name, field: `column "${name}"` };
  const scale = unit === null ? undefined : UNITS[quantity][unit];
  if (unit === null || scale === undefined)
    throw problem(
      place,
      `the unit of ${quantity} is not clear from the name and the values`,
      `add it after a colon, as in ‹map› ${quoted(`${quantity}=${name}:UNIT`)}, with one of ${Object.keys(UNITS[quantity]).join(', ')}`,
      unitSuggested(quantity, name, numbers, vcpus, others),
    );
  if (scale.ofVcpus && vcpus === null)
    throw problem(
      place,
      unit === 'percent-of-max'
        ? `${quantity} is a percentage of an unknown maximum`
        : `${quantity} is a ${unit} of an unknown number of processors`,
      unit === 'percent-of-max'
        ? VCPUS_REMEDY
        : `${VCPUS_REMEDY}, or map a column with the size, and ‹map› ${quoted(`${quantity}=${name}:percent-of-size`)}`,
      VCPUS_SUGGESTIONS,
    );
  if (scale.ofMemory && memoryBytes === null)
    throw problem(
      place,
      `${quantity} is free memory, and the total is unknown`,
      INSTANCE_REMEDY,
      INSTANCE_SUGGESTIONS,
    );
  if (scale.ofSize && !hasSize)
    throw problem(
      place,
      `${quantity} is a percentage of a size that no column has`,
      'map one too, as in ‹map› capacityCu=COLUMN, or say ‹vcpus› N and :percent',
    );
  const words = scale.ofVcpus ? `${unit} of ${vcpus} vCPU` : unit;
  return {
    scale: scale.ofVcpus ? { ...scale, factor: scale.factor * (vcpus ?? 1) } : scale,
    unitInCells: written === null ? null : unit,
    memoryTotal: scale.ofMemory ? memoryBytes : null,
    words: written === null ? words : `${words}, as its cells say`,
  };
}

/** Only for CPU can values alone suggest a unit. */
function unitSuggested(
  quantity: Quantity,
  name: string,
  numbers: readonly number[],
  vcpus: number | null,
  others: readonly string[],
): readonly Suggestion[] {
  if (quantity !== 'cpu') return [];
  const unit = Math.max(0, ...numbers.filter((value) => value > 0)) > 1 ? 'percent' : 'fraction';
  return [cpuSuggestion(name, unit, vcpus, others)];
}

/** A counter may be reset a few times. A column that decreases more often is no counter. */
function mostlyGrows(values: readonly number[]): boolean {
  let [falls, before, seen] = [0, Number.NaN, 0];
  for (const value of values) {
    if (!(value >= 0)) continue;
    if (value < before) falls++;
    before = value;
    seen++;
  }
  return seen > 1 && falls * 20 <= seen;
}
