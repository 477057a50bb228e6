import { DRAWN_AT_ONCE, Drawn } from '../../workload/index.ts';

/**
 * Numbers of one cause for all runs of the same demand: the run that is ahead makes them, the others read them. They
 * are the same as if each run made its own. Whoever is ahead of a column that may not grow any more goes on alone.
 *
 * @param of the demand's own part and whatever else the numbers follow from; the same keys mean the same numbers
 */
export function sharedDraws(of: readonly unknown[], make: () => Drawn): Drawn {
  const column = columnOf(of, make);
  let place = 0;
  let own: Drawn | null = null;
  return new Drawn((block) => {
    if (own === null && place === column.length && !column.grow()) own = skipped(make(), place);
    if (own !== null) return moved(own, block);
    const count = Math.min(block.length, column.length - place);
    for (let i = 0; i < count; i++) block[i] = column.values[place + i] as number;
    place += count;
    return count;
  });
}

interface Column {
  readonly of: readonly unknown[];
  values: Float64Array;
  length: number;
  /** Makes some more; false where there is no more room. */
  grow(): boolean;
}

/** The columns that were used last, the last one first. */
let columns: readonly Column[] = [];

/** A plan has one or two kinds of demand, each with some more or some less of it. */
const MOST_COLUMNS = 64;

/** Numbers that all columns hold together: 32 MB. A fortnight of a query each second has three million and a half. */
const MOST_NUMBERS = 4 * 2 ** 20;

function columnOf(of: readonly unknown[], make: () => Drawn): Column {
  const known = columns.find((column) => isSame(column.of, of));
  const column = known ?? newColumn(of, make());
  columns = [column, ...columns.filter((other) => other !== column)].slice(0, MOST_COLUMNS);
  while (columns.length > 1 && numbersHeld() >= MOST_NUMBERS) columns = columns.slice(0, -1);
  return column;
}

function newColumn(of: readonly unknown[], drawn: Drawn): Column {
  return {
    of,
    values: new Float64Array(DRAWN_AT_ONCE),
    length: 0,
    grow() {
      const needed = this.length + drawn.block.length;
      if (needed > this.values.length) {
        if (numbersHeld() + this.values.length > MOST_NUMBERS) return false;
        const longer = new Float64Array(2 * this.values.length);
        longer.set(this.values);
        this.values = longer;
      }
      this.length += moved(drawn, this.values.subarray(this.length));
      return true;
    },
  };
}

function numbersHeld(): number {
  return columns.reduce((sum, { values }) => sum + values.length, 0);
}

/** Takes what there is in the drawn block, some more if that is nothing; how many there were. */
function moved(from: Drawn, to: Float64Array): number {
  from.draw();
  const made = from.block.subarray(from.place, Math.min(from.count, from.place + to.length));
  to.set(made);
  from.place += made.length;
  return made.length;
}

function skipped(drawn: Drawn, count: number): Drawn {
  for (let i = 0; i < count; i++) drawn.take();
  return drawn;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((key, i) => key === other[i]);
}
