import { SECOND_MS } from '../../facts/index.ts';
import type { ComputeResult, Simulation } from '../../simulator/index.ts';
import { billBlocks } from '../bill/bill-blocks.ts';
import { warningBlocks } from '../page/note-blocks.ts';
import { MORE, oneScreen } from '../page/one-screen.ts';
import type { Figure, PageBlock } from '../page/page.ts';
import { numberWords, percent, span } from '../words/format.ts';
import { computeTable } from './compute-table.ts';
import { demandChangeList } from './demand-change-list.ts';
import type { SimulationAnswer } from './simulation-answer.ts';
import {
  besideTable,
  costFigures,
  passedQuotas,
  refusalList,
  replications,
  simulationHeading,
} from './simulation-page.ts';

/** Shows the cost and what clients feel, on one screen. */
export function simulationSummary(
  answer: SimulationAnswer,
  simulation: Simulation,
  picture: readonly PageBlock[],
): PageBlock[] {
  const [only] = answer.computes;
  const isOne = answer.computes.length === 1 && only !== undefined;
  const costs = costFigures(answer);
  return oneScreen(
    [
      simulationHeading(answer),
      ...passedQuotas(answer, simulation),
      ...replications(simulation),
      ...warningBlocks(answer.notes),
      ...(isOne ? [] : [computeTable(answer, MOST_ROWS)]),
      { kind: 'figures', title: null, figures: isOne ? [...costs, ...feltFigures(only)] : costs },
      ...(isOne ? refusalList(only) : []),
      ...demandChangeList(answer),
      ...picture,
      ...(answer.beside.length > 0 ? [besideTable(answer)] : []),
    ],
    MORE,
    answer.bill === null ? [] : billBlocks(answer.bill, simulation),
  );
}

/** Leaves room for the picture and the other configurations. */
const MOST_ROWS = 5;

/** How long the compute is awake, and what its sleep and its size do to clients. */
function feltFigures(compute: ComputeResult): Figure[] {
  const { awake, meanCuAwake, cpu, connections } = compute;
  return [
    ['Awake', `${percent(awake.share)} of the time, at ${numberWords(meanCuAwake)} CU on average`],
    ['Wakes', wakeWords(compute)],
    ...delayFigure(compute),
    [
      'Throttled',
      `${percent(cpu.throttledShare)} of the time awake (${span(cpu.throttledSeconds * SECOND_MS)})`,
    ],
    ['Connections', `${connections.peak} at most, of ${connections.clientLimit}`],
  ];
}

function wakeWords({ wakes: { count, perDay, waitMs } }: ComputeResult): string {
  if (count === 0) return 'none';
  const waits = waitMs.count === 0 ? 'no client waits' : `clients wait ${span(waitMs.p95)} at p95`;
  return `${numberWords(perDay)} a day; ${waits}`;
}

/** A compute can have single queries, a load, or both. */
function delayFigure({ queries, load }: ComputeResult): Figure[] {
  const kinds = [
    ...(queries.done > 0 ? [{ name: 'Delay', delay: queries.addedDelayMs }] : []),
    ...(load.queries > 0
      ? [{ name: queries.done > 0 ? 'Of the load' : 'Delay', delay: load.addedDelayMs }]
      : []),
  ];
  return kinds.map(({ name, delay }) => [
    name,
    `p95 ${span(delay.p95)}, p99 ${span(delay.p99)} added to queries`,
  ]);
}
