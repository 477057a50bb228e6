import { MINUTE_MS } from '../../facts/index.ts';
import type { Bound } from '../bounds/bounds.ts';
import { columnOf, MAXIMUM_FIRST } from '../columns.ts';
import { BOUND_WORDS, cpuSourceOf, isCpuBound } from '../demand/cpu-source.ts';
import { idleColumn } from '../idle/idle.ts';
import { QUANTITY_NAMES, type Quantity } from '../quantity.ts';
import type { Column } from '../trace.ts';

/** Whether a trace can answer a question: yes, with a bound on one side, or no. */
type Answerable = 'yes' | 'bounded' | 'no';

export interface Question {
  readonly question: string;
  readonly answerable: Answerable;
  readonly why: string;
  /** The column that would improve the answer. Null if none would. */
  readonly further: Quantity | null;
}

/** The properties of a trace that decide which questions it answers. */
interface KnownQuantities {
  readonly columns: readonly Column[];
  readonly stepMs: number;
  /** How many samples of CPU are lower bounds. */
  readonly hiddenDemand: number;
  readonly bounds: readonly Pick<Bound, 'quantity' | 'samples'>[];
}

export function questions(known: KnownQuantities): Question[] {
  return QUESTIONS.map(({ question, answer }) => {
    const [answerable, why] = answer(known);
    const further = QUANTITY_NAMES.find(
      (quantity) =>
        lacks(known, quantity) && WORTH[answer(withColumn(known, quantity))[0]] > WORTH[answerable],
    );
    return { question, answerable, why, further: further ?? null };
  });
}

/** The missing column that would improve most answers. Null if none would improve any. */
export function furtherColumn(known: KnownQuantities): Quantity | null {
  const worth = (of: KnownQuantities) => QUESTIONS.reduce((sum, { answer }) => sum + WORTH[answer(of)[0]], 0);
  let best: { readonly quantity: Quantity | null; readonly worth: number } = {
    quantity: null,
    worth: worth(known),
  };
  for (const quantity of QUANTITY_NAMES) {
    if (!lacks(known, quantity)) continue;
    const then = worth(withColumn(known, quantity));
    if (then > best.worth) best = { quantity, worth: then };
  }
  return best.quantity;
}

const WORTH: Readonly<Record<Answerable, number>> = { no: 0, bounded: 1, yes: 2 };

type Answer = readonly [answerable: Answerable, why: string];

const QUESTIONS: readonly {
  readonly question: string;
  readonly answer: (known: KnownQuantities) => Answer;
}[] = [
  { question: 'which size range', answer: sizeRange },
  { question: 'which timeout', answer: timeout },
  { question: 'cold starts', answer: coldStarts },
  { question: 'connections', answer: connections },
  { question: 'cache, working set', answer: cache },
  { question: 'temporary disk', answer: disk },
  { question: 'cost', answer: cost },
];

function sizeRange(known: KnownQuantities): Answer {
  const { columns, stepMs } = known;
  const kind = cpuSourceOf({ columns })?.kind ?? null;
  if (kind !== null && isCpuBound(kind)) return ['bounded', `CPU is at most ${BOUND_WORDS[kind]}`];
  if (kind === null) {
    if (!has(known, 'queries')) return ['no', 'the trace does not tell how much CPU is needed'];
    return has(known, 'queryMs')
      ? ['bounded', `CPU is at most ${BOUND_WORDS.durations}`]
      : ['bounded', 'CPU follows from queries, if that of one query is known'];
  }
  if (known.hiddenDemand > 0) return ['bounded', 'CPU was at its capacity: it is a lower bound'];
  if (isAtLimit(known, 'memory')) return ['bounded', 'memory was at its capacity: it is a lower bound'];
  if (stepMs > 5 * MINUTE_MS && columnOf({ columns }, 'cpu', MAXIMUM_FIRST)?.statistic !== 'maximum') {
    return ['bounded', `averages of ${stepWords(stepMs)} hide peaks`];
  }
  if (!has(known, 'memory')) return ['bounded', 'only CPU is known: memory may need a larger size'];
  return ['yes', 'CPU and memory are known'];
}

function timeout({ columns, stepMs }: KnownQuantities): Answer {
  const by = idleColumn({ columns });
  if (by === null) return ['no', 'the trace does not tell when the database is idle'];
  if (stepMs > MINUTE_MS) return ['bounded', `pauses shorter than ${stepWords(stepMs)} are not seen`];
  if (by.quantity === 'queries' || by.quantity === 'activeConnections') {
    return ['yes', `pauses are known to within ${stepWords(stepMs)}`];
  }
  return ['bounded', 'little CPU counts as idle: a poller looks like a pause'];
}

function coldStarts(known: KnownQuantities): Answer {
  const [pauses, why] = timeout(known);
  if (pauses === 'no') return ['no', why];
  if (!has(known, 'newConnections'))
    return ['bounded', 'their number is known, but not how many clients wait'];
  return pauses === 'yes' ? ['yes', 'pauses and connects are known'] : ['bounded', why];
}

function connections(known: KnownQuantities): Answer {
  const column = columnOf(known, 'connections', MAXIMUM_FIRST);
  if (column === null) return ['no', 'the trace does not tell how many are open'];
  if (isAtLimit(known, 'connections'))
    return ['bounded', 'they were at max_connections: they are a lower bound'];
  return column.statistic === 'maximum'
    ? ['yes', 'the maximum of each step is known']
    : ['bounded', 'averages and single readings hide peaks'];
}

function cache(known: KnownQuantities): Answer {
  if (isAtLimit(known, 'workingSet')) return ['bounded', 'it was as large as the cache: it is a lower bound'];
  return has(known, 'workingSet')
    ? ['yes', 'the working set is known']
    : ['no', 'the working set is unknown'];
}

function disk(known: KnownQuantities): Answer {
  return has(known, 'temporaryBytes')
    ? ['bounded', 'files written in a step need not exist at once']
    : ['no', 'temporary files are unknown'];
}

function cost(known: KnownQuantities): Answer {
  const parts = [sizeRange(known), timeout(known)];
  const open =
    parts.find(([answerable]) => answerable === 'no') ?? parts.find(([answer]) => answer === 'bounded');
  return open ?? ['yes', 'sizes and pauses are known'];
}

function isAtLimit({ bounds }: KnownQuantities, quantity: Bound['quantity']): boolean {
  return bounds.some((bound) => bound.quantity === quantity && bound.samples > 0);
}

function has({ columns }: KnownQuantities, quantity: Quantity): boolean {
  return columns.some((column) => column.quantity === quantity);
}

/** A column may be there and still help as a maximum. */
function lacks({ columns }: KnownQuantities, quantity: Quantity): boolean {
  return !columns.some((column) => column.quantity === quantity && column.statistic === 'maximum');
}

/** Adds a column as it is usually measured: connections and existing quantities as maximums, others as averages. */
function withColumn(known: KnownQuantities, quantity: Quantity): KnownQuantities {
  const usual = quantity === 'activeConnections' ? 'point' : 'average';
  const statistic = quantity === 'connections' || has(known, quantity) ? 'maximum' : usual;
  return {
    ...known,
    columns: [...known.columns, { quantity, statistic, gap: 'unknown', source: '' }],
  };
}

function stepWords(stepMs: number): string {
  return stepMs % MINUTE_MS === 0 ? `${stepMs / MINUTE_MS} min` : `${stepMs / 1000} s`;
}
