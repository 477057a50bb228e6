/** A turn of work or a pause: consecutive steps of one kind. */
export interface Turn {
  readonly works: boolean;
  readonly from: number;
  /** The index after its last step. */
  readonly to: number;
  /** Whether both its start and its end are known, so that its length is too. */
  readonly isWhole: boolean;
}

/** Splits a series into turns. An unknown value ends a turn, and its length is then unknown. */
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
