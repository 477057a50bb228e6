import type { Simulation } from '../../engine/index.ts';
import { MICROS } from '../../facts/index.ts';
import { noteList, warningBlocks } from '../page/note-blocks.ts';
import type { Block, Figure } from '../page/page.ts';
import { sizePicture } from '../pictures/size-picture.ts';
import { assumptionLines } from '../words/assumption-lines.ts';
import { money, number } from '../words/format.ts';
import { awakePicture } from './awake-picture.ts';
import { besideTable } from './beside-table.ts';
import { computeFigures } from './compute-figures.ts';
import { computeTable } from './compute-table.ts';
import { demandChangeList } from './demand-change-list.ts';
import { refusalList } from './refusal-list.ts';
import type { SimulationAnswer } from './simulation-answer.ts';

export function simulationPage(answer: SimulationAnswer, simulation: Simulation): Block[] {
  const [only] = answer.computes;
  const one = answer.computes.length === 1 && only !== undefined;
  const costs = [...costFigure(answer), ...quotaFigures(answer)];
  return [
    { kind: 'heading', text: answer.why, under: runWords(answer) },
    ...warningBlocks(answer.notes),
    ...(one
      ? [
          computeFigures(only, costs),
          ...refusalList(only),
          ...sizePicture(answer, simulation),
          ...awakePicture(answer),
        ]
      : [
          computeTable(answer),
          ...sizePicture(answer, simulation),
          { kind: 'figures' as const, title: null, figures: costs },
        ]),
    ...billParagraph(answer),
    ...(answer.beside.length > 0 ? [besideTable(answer)] : []),
    ...demandChangeList(answer),
    ...noteList('What the trace became:', answer.notes),
    { kind: 'notes', texts: assumptionLines(simulation) },
  ];
}

function runWords({ partial, from, until, timezone, seed, facts, plan }: SimulationAnswer): string {
  return (
    `${partial ? 'PARTIAL: interrupted. ' : ''}${day(from)} to ${day(until)} UTC, times in ` +
    `${timezone}; seed ${seed}, fact set ${facts}, plan ${plan}.`
  );
}

function costFigure({ totals, prices }: SimulationAnswer): Figure[] {
  const paid = (amount: number) => money(Math.round(amount * MICROS), prices.currency);
  return [
    [
      'Cost',
      `${paid(totals.cost)} for ${number(totals.cuHours)} CU-hours; ${paid(totals.costPerMonth)} a month of 744 hours`,
    ],
  ];
}

function quotaFigures({ months, quotaCuHours }: SimulationAnswer): Figure[] {
  if (quotaCuHours === null) return [];
  return months.map(({ month, cuHours, quotaSpentAt }) => [
    'Quota',
    quotaSpentAt === null
      ? `${month}: ${number(cuHours)} of ${quotaCuHours} CU-hours`
      : `${month}: spent at ${quotaSpentAt.slice(0, 16)}Z, suspended until the next month`,
  ]);
}

function billParagraph({ passThrough, prices }: SimulationAnswer): Block[] {
  if (passThrough.length === 0) return [];
  const items = passThrough.map(
    ({ name, perMonth }) => `${name} ${money(Math.round(perMonth * MICROS), prices.currency)}`,
  );
  return [{ kind: 'paragraph', text: `Not affected by this choice, a month: ${items.join(', ')}.` }];
}

function day(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
