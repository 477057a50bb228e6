import { invariant } from '../../problem/index.ts';
import { bindDemand, type Demand, DRAWN_AT_ONCE, Drawn } from '../../workload/index.ts';
import type { Simulation } from '../simulation.ts';

/**
 * Returns draws of one cause that all runs of the same demand share. The run that is ahead makes them, and
 * the others read them. They equal the draws that each run would make by itself. A run that is ahead of a
 * full column goes on with draws of its own.
 *
 * @param of everything that determines the draws; the same keys mean the same draws
 * @param make gives draws without a factor
 */
export function sharedDraws(of: readonly unknown[], make: () => Drawn): Drawn {
  const column = columnOf(of, make);
  let place = 0;
  let own: Drawn | null = null;
  return new Drawn((drawn) => {
    if (own === null && place === column.length && !column.grow()) own = skipped(make(), place);
    if (own !== null) {
      drawn.takeBlock(own);
      return;
    }
    drawn.block = column.values;
    drawn.place = place;
    place = Math.min(column.length, place + SHARED_AT_ONCE);
    drawn.end = place;
  });
}

/** The fast path of clients copies each block to its kernel, and leaves the kernel for that. */
const SHARED_AT_ONCE = 512;

/** Binds a demand to no run, for a look ahead at its draws. It reads the draws that runs share. */
export function bindAhead<Kind extends Demand>(demand: Kind, simulation: Simulation, compute: string) {
  return bindDemand(demand, simulation, compute, 0, sharedDraws);
}

interface Column {
  readonly of: readonly unknown[];
  values: Float64Array;
  length: number;
  /** Adds some draws. Returns false if there is no room. */
  grow(): boolean;
}

/** The columns, the most recently used first. */
let columns: readonly Column[] = [];

/** A plan has one or two kinds of demand, each in some larger and smaller versions. */
const MOST_COLUMNS = 64;

/**
 * The most draws in all columns together: 32 MB. Two weeks of a query each second need three and a half
 * million.
 */
const MOST_NUMBERS = 4 * 2 ** 20;

function columnOf(of: readonly unknown[], make: () => Drawn): Column {
  const known = columns.find((column) => isSame(column.of, of));
  const column = known ?? newColumn(of, make());
  columns = [column, ...columns.filter((other) => other !== column)].slice(0, MOST_COLUMNS);
  while (columns.length > 1 && numbersHeld() >= MOST_NUMBERS) columns = columns.slice(0, -1);
  return column;
}

function newColumn(of: readonly unknown[], drawn: Drawn): Column {
  invariant(drawn.factor === 1, 'a column is scaled by those that read it');
  return {
    of,
    values: new Float64Array(DRAWN_AT_ONCE),
    length: 0,
    grow() {
      drawn.draw();
      const needed = this.length + drawn.end - drawn.place;
      if (needed > this.values.length) {
        if (numbersHeld() + this.values.length > MOST_NUMBERS) return false;
        const longer = new Float64Array(2 * this.values.length);
        longer.set(this.values);
        this.values = longer;
      }
      this.values.set(drawn.block.subarray(drawn.place, drawn.end), this.length);
      drawn.place = drawn.end;
      this.length = needed;
      return true;
    },
  };
}

function numbersHeld(): number {
  return columns.reduce((sum, { values }) => sum + values.length, 0);
}

function skipped(drawn: Drawn, count: number): Drawn {
  for (let i = 0; i < count; i++) drawn.take();
  return drawn;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((key, i) => key === other[i]);
}
