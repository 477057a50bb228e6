import { invariant } from '../../problem/index.ts';
import { bindDemand, type Demand, Drawn } from '../../workload/index.ts';
import type { Simulation } from '../simulation.ts';

/**
 * Returns draws of one cause that all runs of the same demand share. The run that is ahead makes them, and
 * the others read them. They equal the draws that each run would make by itself. A run that is ahead of a
 * full column goes on with draws of its own. So does the first run of a demand, since many demands have only
 * one, and fresh memory takes longer than the draws.
 *
 * @param of everything that determines the draws; the same keys mean the same draws
 * @param make gives draws without a factor
 */
export function sharedDraws(of: readonly unknown[], make: () => Drawn): Drawn {
  const column = knownColumn(of);
  if (column === null) {
    columns = [newColumn(of, make), ...columns].slice(0, MOST_COLUMNS);
    return make();
  }
  let place = 0;
  let own: Drawn | null = null;
  return new Drawn((drawn) => {
    if (own === null && place === column.length && !column.grow()) own = skipped(make(), place);
    if (own !== null) {
      drawn.takeBlock(own);
      return;
    }
    drawn.block = column.blocks[Math.floor(place / BLOCK)] as Float64Array;
    drawn.place = place % BLOCK;
    drawn.end = Math.min(BLOCK, drawn.place + column.length - place);
    place += drawn.end - drawn.place;
  });
}

/**
 * The fast path of clients copies each block to its kernel, and leaves the kernel for that. Small blocks also keep the
 * memory small: an array that doubles is half empty, and takes long to copy.
 */
const BLOCK = 512;

/** Binds a demand to no run, for a look ahead at its draws. It reads the draws that runs share. */
export function bindAhead<Kind extends Demand>(demand: Kind, simulation: Simulation, compute: string) {
  return bindDemand(demand, simulation, compute, 0, sharedDraws);
}

interface Column {
  readonly of: readonly unknown[];
  /** Each has `BLOCK` draws, the last one fewer. */
  readonly blocks: Float64Array[];
  length: number;
  /** Adds some draws. Returns false if there is no room. */
  grow(): boolean;
}

/** The columns, the most recently used first. */
let columns: readonly Column[] = [];

/** A plan has one or two kinds of demand, each in some larger and smaller versions. */
const MOST_COLUMNS = 64;

/**
 * The most draws in all columns together: 40 MB. Two weeks of a query each second need three and a half
 * million, and the same with a fifth more demand one and a half million beside them.
 */
const MOST_BLOCKS = (5 * 2 ** 20) / BLOCK;

/** Returns the column of some draws. Null if nobody has asked for them yet. */
function knownColumn(of: readonly unknown[]): Column | null {
  const known = columns.find((column) => isSame(column.of, of));
  if (known === undefined) return null;
  columns = [known, ...columns.filter((other) => other !== known)];
  while (columns.length > 1 && blocksHeld() >= MOST_BLOCKS) columns = columns.slice(0, -1);
  return known;
}

function newColumn(of: readonly unknown[], make: () => Drawn): Column {
  let drawn: Drawn | null = null;
  return {
    of,
    blocks: [],
    length: 0,
    grow() {
      const used = this.length % BLOCK;
      if (used === 0) {
        if (blocksHeld() >= MOST_BLOCKS) return false;
        this.blocks.push(new Float64Array(BLOCK));
      }
      drawn ??= make();
      invariant(drawn.factor === 1, 'a column is scaled by those that read it');
      drawn.draw();
      const { block, place } = drawn;
      drawn.place = Math.min(drawn.end, place + BLOCK - used);
      (this.blocks.at(-1) as Float64Array).set(block.subarray(place, drawn.place), used);
      this.length += drawn.place - place;
      return true;
    },
  };
}

function blocksHeld(): number {
  return columns.reduce((sum, { blocks }) => sum + blocks.length, 0);
}

function skipped(drawn: Drawn, count: number): Drawn {
  for (let i = 0; i < count; i++) drawn.take();
  return drawn;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((key, i) => key === other[i]);
}
