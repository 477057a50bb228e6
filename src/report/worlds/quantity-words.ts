import { GIB, MIB } from '../../facts/index.ts';
import type { QuantityUnit } from '../../scenario/index.ts';
import { span } from '../words/format.ts';

/** A value of a field with three digits, in a unit that suits its size. */
export function quantityWords(unit: QuantityUnit, value: number): string {
  if (unit === 'ms') return value > 0 && value < 10 ? `${short(value)} ms` : span(value);
  if (unit === 'number' || value < MIB) return `${short(value)}${unit === 'number' ? '' : ' B'}`;
  return value < GIB ? `${short(value / MIB)} MiB` : `${short(value / GIB)} GiB`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
