/** A time of work or a pause: some steps of one kind, one after the other. */
export interface Turn {
  readonly works: boolean;
  readonly from: number;
  /** The first step that is not in it. */
  readonly to: number;
  /** Its beginning and its end were seen: it lies between two of the other kind. */
  readonly isWhole: boolean;
}

/** What is not known ends a turn, and nobody knows how long that one was. */
export function turnsOf(values: Float64Array): Turn[] {
  const turns: Turn[] = [];
  let from = 0;
  while (from < values.length) {
    const first = values[from] as number;
    if (Number.isNaN(first)) {
      from++;
      continue;
    }
    const works = first > 0;
    let to = from + 1;
    while (to < values.length && (works ? (values[to] as number) > 0 : values[to] === 0)) to++;
    turns.push({ works, from, to, isWhole: isKnown(values[from - 1]) && isKnown(values[to]) });
    from = to;
  }
  return turns;
}

function isKnown(value: number | undefined): boolean {
  return value !== undefined && !Number.isNaN(value);
}
