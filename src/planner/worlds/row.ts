import { MICROS } from '../../facts/index.ts';
import { type Configuration, ROUTES } from '../configurations/configuration.ts';
import type { Judged } from '../objectives/judged.ts';
import type { ObjectiveName } from '../objectives/objectives.ts';

/** The result of one configuration in one world. */
export interface InWorld {
  /** Whole millionths, so that sums do not depend on their order. */
  readonly costMicros: number;
  readonly broken: readonly ObjectiveName[];
}

/** A configuration, and its result in each world; undefined where nobody has tried it yet. */
export interface WorldsRow {
  readonly configuration: Configuration;
  readonly worlds: (InWorld | undefined)[];
}

/** A row that was tried in all worlds. */
export interface WholeRow extends WorldsRow {
  readonly worlds: InWorld[];
}

export function inWorld({ outcome, broken }: Judged): InWorld {
  return {
    costMicros: Math.round(outcome.costPerMonth * MICROS),
    broken: broken.map(({ objective }) => objective),
  };
}

export function isWholeRow(row: WorldsRow): row is WholeRow {
  return !row.worlds.includes(undefined);
}

export function totalMicros({ worlds }: WholeRow): number {
  return worlds.reduce((sum, { costMicros }) => sum + costMicros, 0);
}

/** In how many worlds the configuration breaks an objective. */
export function misses({ worlds }: WholeRow): number {
  return worlds.filter(({ broken }) => broken.length > 0).length;
}

/**
 * Whether one configuration is cheaper over all worlds. Among equals wins, in this order, one that keeps its objectives
 * in more worlds, a smaller size, a longer timeout, a direct connection path.
 */
export function isCheaper(one: WholeRow, other: WholeRow): boolean {
  const [a, b] = [rankOf(one), rankOf(other)];
  const at = a.findIndex((value, i) => value !== b[i]);
  return at !== -1 && (a[at] as number) < (b[at] as number);
}

function rankOf(row: WholeRow): number[] {
  const { size, suspendAfterMs, route } = row.configuration;
  return [
    totalMicros(row),
    misses(row),
    size.maxCu,
    size.minCu,
    -(suspendAfterMs ?? 0),
    ROUTES.indexOf(route),
  ];
}
