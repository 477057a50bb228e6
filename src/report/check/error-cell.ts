import { changeWords } from '../words/format.ts';
import { roundedError } from './cause-words.ts';

/** The relative error of a prediction. */
export function errorCell(predicted: number, actual: number): string {
  return errorCellOf(actual === 0 ? (predicted === 0 ? 0 : null) : predicted / actual - 1);
}

export function errorCellOf(error: number | null): string {
  if (error === null) return 'from none';
  const rounded = roundedError(error);
  return rounded === 0 ? '0%' : changeWords(rounded);
}
