import { MICROS, SECOND_MS } from '../../facts/index.ts';
import type { Block } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { money, number, span } from '../words/format.ts';
import type { BesideRow, SimulationAnswer } from './simulation-answer.ts';

/** The same demand under other settings, with the answer's own row first; of a project, all computes together. */
export function besideTable({ totals, beside, prices, computes }: SimulationAnswer): Block {
  const own: BesideRow = { name: computes.length === 1 ? 'this setting' : 'these settings', ...totals };
  return {
    kind: 'table',
    columns: [
      { title: 'The same demand', align: 'left' },
      ...rightColumns('CU-hours', 'cost', 'wakes', 'throttled', 'errors'),
    ],
    rows: [own, ...beside].map(({ name, cuHours, cost, wakes, throttledSeconds, refused }) => [
      name,
      number(cuHours),
      money(Math.round(cost * MICROS), prices.currency),
      String(wakes),
      span(throttledSeconds * SECOND_MS),
      String(refused),
    ]),
  };
}
