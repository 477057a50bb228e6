import { problem } from '../../problem/index.ts';
import type { Quantity } from '../quantity.ts';
import type { ReadSettings } from '../reading.ts';
import { unitInCells } from './cell-unit.ts';
import { guessUnit, saysCounter } from './guess.ts';
import { type Sheet, sampleNumber } from './sheet.ts';
import { type Scale, UNITS } from './units.ts';

interface Asked {
  readonly quantity: Quantity;
  readonly column: number;
  readonly unit: string | null;
}

export interface UnitChoice {
  readonly scale: Scale;
  /** The unit of the column where each cell has one of its own behind its number; else null. */
  readonly unitInCells: string | null;
  /** How notes call it. */
  readonly words: string;
}

/** The unit that was asked for or is most likely. One that lacks its whole is a problem. */
export function scaleOf(
  { quantity, column, unit: asked }: Asked,
  sheet: Sheet,
  settings: ReadSettings,
  hasSize: boolean,
): UnitChoice {
  const { vcpus } = settings;
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
  // A share of what is not told is one of the size, where the file has a size for each row.
  const unit =
    guessed === 'percent' && asked === null && vcpus === null && hasSize ? 'percent-of-size' : guessed;
  const place = { file: settings.name, field: `column "${name}"` };
  const scale = unit === null ? undefined : UNITS[quantity][unit];
  if (unit === null || scale === undefined)
    throw problem(
      place,
      `the unit of ${quantity} cannot be told from the name and the values`,
      `say it, as in --map ${quantity}=${name}:UNIT, with one of ${Object.keys(UNITS[quantity]).join(', ')}`,
    );
  if (scale.ofVcpus && vcpus === null)
    throw problem(
      place,
      unit === 'percent-of-max'
        ? `${quantity} is a percentage of a maximum that is not known`
        : `${quantity} is a ${unit} of an unknown number of processors`,
      unit === 'percent-of-max'
        ? 'say how many vCPU it has, with --vcpus N'
        : `say how many with --vcpus N, or map a column with the size, and --map ${quantity}=${name}:percent-of-size`,
    );
  if (scale.ofSize && !hasSize)
    throw problem(
      place,
      `${quantity} is a percentage of a size that no column has`,
      'map one too, as in --map capacityCu=COLUMN, or say --vcpus N and :percent',
    );
  const words = scale.ofVcpus ? `${unit} of ${vcpus} vCPU` : unit;
  return {
    scale: scale.ofVcpus ? { ...scale, factor: scale.factor * (vcpus ?? 1) } : scale,
    unitInCells: written === null ? null : unit,
    words: written === null ? words : `${words}, as its cells say`,
  };
}

/** More than a few falls are no counter that began anew. */
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
