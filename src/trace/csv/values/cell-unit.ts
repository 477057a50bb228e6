import type { Quantity } from '../../quantity.ts';
import { bytesOf } from '../../reading/bytes.ts';
import { numberAt, UNREADABLE } from './number.ts';
import { UNITS } from './units.ts';

/** The unit that all cells of a column have. Null if a known value has no unit or a unit of another quantity. */
export function unitInCells(
  quantity: Quantity,
  cells: readonly (string | undefined)[],
  decimal: number,
): string | null {
  let unit: string | null = null;
  for (const cell of cells) {
    if (cell === undefined || Number.isNaN(numberIn(cell, decimal))) continue;
    const word = CELL.exec(cell)?.[2];
    const own = word === undefined ? undefined : unitOf(quantity, word);
    if (own === undefined) return null;
    unit ??= own;
  }
  return unit;
}

/** The number in a cell and its unit, with bytes converted and other values unchanged. */
export function plainCell(
  cell: string,
  decimal: number,
): { readonly value: number; readonly unit: string | null } {
  const bare = numberIn(cell, decimal);
  const [, digits, word] = bare === UNREADABLE ? (CELL.exec(cell) ?? []) : [];
  if (digits === undefined || word === undefined) return { value: bare, unit: null };
  if (word === '%') return { value: numberIn(digits, decimal), unit: 'percent' };
  const value = numberWithUnit(cell, 'memory', 'bytes', decimal);
  return { value, unit: value === UNREADABLE ? null : 'bytes' };
}

/** Converts a cell such as `1.5 GiB` to the unit of its column. Has the same special values as `numberAt`. */
export function numberWithUnit(cell: string, quantity: Quantity, unit: string, decimal: number): number {
  const [, digits, word] = CELL.exec(cell) ?? [];
  if (digits === undefined || word === undefined) {
    const bare = numberIn(cell, decimal);
    // Zero needs no unit.
    return Number.isNaN(bare) || bare === 0 ? bare : UNREADABLE;
  }
  const value = numberIn(digits, decimal);
  const factor = factorBetween(quantity, unitOf(quantity, word), unit);
  return factor === null ? UNREADABLE : value < 0 ? value : value * factor;
}

const CELL = /^\s*([+-]?[\d.,]+(?:e[+-]?\d+)?)\s*([a-zµμ%/]+)\s*$/i;

function numberIn(cell: string, decimal: number): number {
  const bytes = bytesOf(cell);
  return numberAt(bytes, 0, bytes.length, decimal);
}

const COUNTED_WORDS = { '/s': 'per-second', ps: 'per-second' };
const BYTE_WORDS = {
  b: 'bytes',
  byte: 'bytes',
  k: 'kb',
  m: 'mb',
  g: 'gb',
  ki: 'kib',
  mi: 'mib',
  gi: 'gib',
};

/** How cells spell units, if not by the names of the units. */
const WORDS: Readonly<Partial<Record<Quantity, Readonly<Record<string, string>>>>> = {
  cpu: { '%': 'percent', m: 'millicores', core: 'cores', vcpus: 'vcpu', cpu: 'vcpu', cpus: 'vcpu' },
  memory: BYTE_WORDS,
  workingSet: BYTE_WORDS,
  temporaryBytes: BYTE_WORDS,
  queries: COUNTED_WORDS,
  newConnections: COUNTED_WORDS,
  queryMs: { µs: 'us', μs: 'us', sec: 's' },
};

function unitOf(quantity: Quantity, word: string): string | undefined {
  const lower = word.toLowerCase();
  const name = WORDS[quantity]?.[lower] ?? lower;
  return Object.hasOwn(UNITS[quantity], name) ? name : undefined;
}

/**
 * The factor between units of the same kind. A percent sign does not say what it is a percentage of, so any kind fits.
 */
function factorBetween(quantity: Quantity, from: string | undefined, to: string): number | null {
  const [own, wanted] = [UNITS[quantity][from ?? ''], UNITS[quantity][to]];
  if (own === undefined || wanted === undefined) return null;
  if (from === 'percent' && to.startsWith('percent')) return 1;
  const { factor: ownFactor, ...ownKind } = own;
  const { factor: wantedFactor, ...wantedKind } = wanted;
  const isSameKind = JSON.stringify(ownKind) === JSON.stringify(wantedKind);
  return isSameKind ? ownFactor / wantedFactor : null;
}
