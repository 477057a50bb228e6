import { problem } from '../../problem/index.ts';
import type { TraceHead } from '../trace.ts';

/** Where the columns of one trace go. Traces with the same columns are in one group. */
interface MergedPart {
  readonly group: number;
  /** The index of each of its columns in the merged trace. */
  readonly columns: readonly number[];
}

/** The head of the merged trace. */
export function mergedColumns(heads: readonly TraceHead[]): {
  readonly head: TraceHead;
  readonly groups: readonly MergedPart[];
} {
  const [first] = heads;
  if (first === undefined) throw problem({}, 'there is no trace to merge', 'name one at least');
  const keys = heads.map((head) => namesOf(head).sort().join());
  const leaders = [...new Set(keys)].map((key) => heads[keys.indexOf(key)] as TraceHead);
  for (const [i, head] of heads.entries())
    checkStep(heads[keys.indexOf(keys[i] as string)] as TraceHead, head);
  checkDistinct(leaders);
  const columns = leaders.flatMap((head) => head.columns);
  const names = leaders.flatMap(namesOf);
  return {
    head: { ...first, columns },
    groups: heads.map((head, i) => ({
      group: keys.indexOf(keys[i] as string),
      // Traces with the same columns may have them in a different order.
      columns: namesOf(head).map((name) => names.indexOf(name)),
    })),
  };
}

/** Unique names of the columns of a trace. A repeated name has a number. */
export function namesOf({ columns }: TraceHead): string[] {
  const names = columns.map(({ quantity, statistic }) =>
    statistic === 'maximum' ? `${quantity} maximum` : quantity,
  );
  return names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return before === 0 ? name : `${name} ${before + 1}`;
  });
}

function checkDistinct(heads: readonly TraceHead[]): void {
  const seen = new Map<string, TraceHead>();
  for (const head of heads) {
    checkStep(heads[0] as TraceHead, head);
    for (const name of namesOf(head)) {
      const other = seen.get(name);
      if (other !== undefined) {
        throw problem(
          { file: head.name },
          `it has ${name}, and so has ${other.name} beside other columns`,
          'convert one of them without that column first',
        );
      }
      seen.set(name, head);
    }
  }
}

function checkStep(one: TraceHead, other: TraceHead): void {
  if (one.stepMs === other.stepMs) return;
  throw problem(
    { file: other.name },
    `its samples are ${stepWords(other.stepMs)}, those of ${one.name} ${stepWords(one.stepMs)}`,
    'give both the same step first, with tidemark trace convert --step',
  );
}

function stepWords(stepMs: number | null): string {
  return stepMs === null ? 'at uneven times' : `${stepMs / 1000} s apart`;
}
