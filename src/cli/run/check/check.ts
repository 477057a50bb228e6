import { savingOf } from '../../../check/index.ts';
import { problem } from '../../../problem/index.ts';
import { type CheckAnswer, checkPage } from '../../../report/index.ts';
import { nameOf } from '../../input.ts';
import { formatOf, type QuestionOptions, type ReportFlag } from '../../options.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import { answerDocument } from '../answer-document.ts';
import { portfolioItems } from '../plan/portfolio-items.ts';
import { writeReport } from '../report/write-report.ts';
import { loadAssuming } from '../scenario-file.ts';
import { type ActualOptions, readActual } from './actual-file.ts';
import { checkMany } from './check-many.ts';
import { checkWith, heldAgainst } from './check-with.ts';
import type { InForceOptions } from './in-force.ts';
import { readPromised } from './promised-file.ts';

export interface CheckOptions extends QuestionOptions, ActualOptions, InForceOptions, ReportFlag {
  readonly promised?: string;
}

/** A check of a file, or of many databases where it holds or names many. */
export async function runCheck(file: string, options: CheckOptions, terminal: Terminal): Promise<void> {
  const items = await portfolioItems(file, options, terminal);
  return items === null ? checkOne(file, options, terminal) : checkMany(items, options, terminal);
}

async function checkOne(file: string, options: CheckOptions, terminal: Terminal): Promise<void> {
  const told = await readActual(options, terminal);
  if (told === null)
    throw problem(
      { field: '--actual' },
      'there is nothing to hold it against',
      'name consumption history, operations, sizes or a bill, or give --bill 2026-03=41.20',
    );
  const loaded = await loadAssuming(file, options, terminal);
  const held = await heldAgainst(loaded, file, told, options, terminal);
  const { scenario, simulation, settings, actual } = held;
  const promised = options.promised === undefined ? null : readPromised(options.promised, settings, terminal);
  if (promised !== null && actual.of === 'awake')
    throw problem(
      { file: told.name },
      'it tells when the compute was awake, and not what that cost',
      'hold the promise against consumption history, sizes or a bill',
    );
  const check = await checkWith(held, terminal);
  const answer: CheckAnswer = {
    ...check,
    why: scenario.isTrace ? null : scenario.why,
    file: nameOf(file),
    actual: told.name,
    metered: told.metered === null ? 'billed' : 'metered',
    simulation,
    settings,
    saving: promised === null ? null : savingOf(simulation, actual, promised),
    notes: scenario.notes,
    actualNotes: told.notes,
  };
  const format = formatOf(options);
  const document = { ...documentOf(answer), page: checkPage(answer) };
  await writeReport(document, options, terminal);
  printAnswer(document, format, terminal);
}

function documentOf({ fromMs, untilMs, days, settings, invoice, ...rest }: CheckAnswer) {
  const { from, until, ...document } = answerDocument('tidemark/check', rest);
  return {
    ...document,
    replayed: { from, until },
    compared: { from: iso(fromMs), until: iso(untilMs) },
    settings: settings.map(({ fromMs: atMs, setting }) => ({ from: iso(atMs), ...setting })),
    days: days.map(({ localMs, ...day }) => ({ day: iso(localMs).slice(0, 10), ...day })),
    invoice:
      invoice === null
        ? null
        : {
            ...invoice,
            months: invoice.months.map(({ fromMs: atMs, ...month }) => ({
              month: iso(atMs).slice(0, 7),
              ...month,
            })),
          },
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
