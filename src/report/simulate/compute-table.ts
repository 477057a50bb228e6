import { MICROS } from '../../facts/index.ts';
import type { ComputeResult } from '../../simulator/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { money, numberWords, percent } from '../words/format.ts';
import type { SimulationAnswer } from './simulation-answer.ts';

const MOST_ROWS = 20;

/** A row for each compute of a project, up to the number that a person reads. */
export function computeTable({ computes, prices }: SimulationAnswer, mostRows = MOST_ROWS): PageBlock {
  const row = (compute: ComputeResult) => [
    cut(compute.name, 22),
    computeSizeWords(compute),
    numberWords(compute.cuHours),
    money(Math.round(compute.cost * MICROS), prices.currency),
    percent(compute.awake.share),
    String(compute.wakes.count),
    String(compute.refusals.reduce((sum, { count }) => sum + count, 0)),
  ];
  const more = computes.length - mostRows;
  return {
    kind: 'table',
    columns: [
      { title: 'compute', align: 'left' },
      ...rightColumns('CU', 'CU-hours', 'cost', 'awake', 'wakes', 'errors'),
    ],
    rows: [...computes.slice(0, mostRows).map(row), ...(more > 0 ? [[`and ${more} more`]] : [])],
  };
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

export function computeSizeWords({ size }: ComputeResult): string {
  return 'cu' in size ? String(size.cu) : `${size.minCu}-${size.maxCu}`;
}
