import { savingOf } from '../../check/index.ts';
import { problem } from '../../problem/index.ts';
import {
  billOfManyDocument,
  billOfManyPage,
  type CheckAnswer,
  checkPage,
  lineDocument,
} from '../../report/index.ts';
import { answerDocument } from '../answer-document.ts';
import type { Asking } from '../asking.ts';
import type { NamedDatabase } from '../database.ts';
import type { Subject } from '../subject.ts';
import type { Actuals } from './actuals.ts';
import { heldAgainstBill, type NamedBill } from './bill-of-many.ts';
import { expectedBy, type PastPlan } from './expected.ts';
import { checkHeld, heldAgainst } from './held.ts';
import type { StatedConfigurations } from './in-force.ts';

interface CheckRequest extends StatedConfigurations {
  readonly actuals: Actuals;
  /** The plan whose expected saving is judged. Null if none was given. */
  readonly expected: PastPlan | null;
}

/** Finds by how much a replay differs from what happened, and why. */
export async function check(subject: Subject, request: CheckRequest, asking: Asking) {
  const { actuals } = request;
  const held = await heldAgainst(subject, actuals, request);
  const { scenario, simulation, configurations, actual } = held;
  const expected = request.expected && expectedBy(request.expected, configurations);
  if (expected !== null && actual.of === 'awake')
    throw problem(
      { file: actuals.name },
      'it shows when the compute was awake, but not the cost',
      'check the expected saving against consumption history, sizes or a bill',
    );
  return documentOf({
    ...(await checkHeld(held, asking)),
    why: scenario.isTrace ? null : scenario.why,
    file: subject.name,
    actual: actuals.name,
    metered: actuals.metered === null ? 'billed' : 'metered',
    simulation,
    configurations,
    saving: expected && savingOf(simulation, actual, expected),
    notes: scenario.notes,
    actualNotes: actuals.notes,
  });
}

function documentOf(answer: CheckAnswer) {
  const { fromMs, untilMs, days, configurations, invoice, ...rest } = answer;
  const { from, until, ...document } = answerDocument('tidemark/check', 3, rest);
  return {
    ...document,
    replayed: { from, until },
    compared: { from: iso(fromMs), until: iso(untilMs) },
    configurations: configurations.map(({ fromMs: atMs, configuration }) => ({
      from: iso(atMs),
      ...configuration,
    })),
    days: days.map(({ localMs, ...day }) => ({ day: iso(localMs).slice(0, 10), ...day })),
    invoice: invoice && {
      ...invoice,
      months: invoice.months.map(({ fromMs: atMs, lines, ...month }) => ({
        month: iso(atMs).slice(0, 7),
        ...month,
        lines: lines.map(lineDocument),
      })),
    },
    page: checkPage(answer),
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

interface CheckManyRequest {
  readonly bill: NamedBill;
  /** The project that the bill covers. Null if the bill itself says so. */
  readonly project: string | null;
  readonly currency: string;
}

/** Compares a bill with the sum over the databases that it covers. */
export async function checkMany(
  databases: readonly NamedDatabase[],
  { bill, project, currency }: CheckManyRequest,
  asking: Asking,
) {
  const held = await heldAgainstBill(databases, bill, currency, asking);
  const document = {
    schema: 'tidemark/bill-of-many',
    version: 2,
    project,
    currency: held.currency,
    ...billOfManyDocument(held),
    page: billOfManyPage(held),
  };
  return { document, answer: held };
}
