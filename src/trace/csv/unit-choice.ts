import { problem } from '../../problem/index.ts';
import type { Quantity } from '../quantity.ts';
import type { ReadSettings } from '../reading.ts';
import { guessUnit } from './guess.ts';
import { type Sheet, sampleNumber } from './sheet.ts';
import { type Scale, UNITS } from './units.ts';

interface Asked {
  readonly quantity: Quantity;
  readonly column: number;
  readonly unit: string | null;
}

/** The unit that was asked for or is most likely, with how notes call it. One that lacks its whole is a problem. */
export function scaleOf(
  { quantity, column, unit: asked }: Asked,
  sheet: Sheet,
  settings: ReadSettings,
  hasSize: boolean,
): { readonly scale: Scale; readonly words: string } {
  const { vcpus } = settings;
  const name = sheet.names[column] as string;
  const guessed = asked ?? guessUnit(quantity, name, greatestIn(sheet, column), vcpus);
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
      `${quantity} is a ${unit} of an unknown number of processors`,
      `say how many with --vcpus N, or map a column with the size, and --map ${quantity}=${name}:percent-of-size`,
    );
  if (scale.ofSize && !hasSize)
    throw problem(
      place,
      `${quantity} is a percentage of a size that no column has`,
      'map one too, as in --map capacityCu=COLUMN, or say --vcpus N and :percent',
    );
  const words = scale.ofVcpus ? `${unit} of ${vcpus} vCPU` : unit;
  return { scale: scale.ofVcpus ? { ...scale, factor: scale.factor * (vcpus ?? 1) } : scale, words };
}

function greatestIn(sheet: Sheet, column: number): number {
  let greatest = 0;
  for (const cells of sheet.sample) {
    const value = sampleNumber(cells[column], sheet.decimal);
    if (value > greatest) greatest = value;
  }
  return greatest;
}
