import { check, checkMany, type NamedDatabase, type PastPlan } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import { readDocument } from '../../scenario/index.ts';
import { type ActualOptions, readActuals } from '../intake/actual-file.ts';
import { billOfMany, databasesOfBill } from '../intake/bill-of-many.ts';
import { readText } from '../intake/input.ts';
import { loadSubject } from '../intake/load.ts';
import type { OpenedFile } from '../intake/open-file.ts';
import { statedCurrent } from '../settings/choices.ts';
import { currencyOf } from '../settings/currency.ts';
import type { ByOptions, QuestionOptions, TraceOptions } from '../settings/options.ts';
import type { Host } from './host.ts';

/**
 * The options of `check`.
 *
 * @example
 * ```ts
 * import { type CheckOptions, check } from 'tidemark';
 *
 * const history = `configurations:
 *   - { from: 2026-03-01, configuration: "1-4, 5m" }
 *   - { from: 2026-03-05T09:00, configuration: "0.25-2, 5m" }`;
 * const options: CheckOptions = { history: 'history.yaml', bill: { '2026-03': 78 } };
 * const ask = { threads: 1, files: { 'history.yaml': history } };
 * const { verdict } = await check('scenarios/traces/office-week.jsonl', options, ask);
 * console.log(verdict); // near
 * ```
 */
export interface CheckOptions extends QuestionOptions, TraceOptions, ActualOptions {
  /** The configuration in force, such as `0.25-2, 5m`. A scenario has its own. */
  readonly current?: string;
  /** A file with the configurations in force over time, if they changed. */
  readonly history?: string;
}

/** @param expected the plan whose expected saving is judged; null if none was given */
export async function checkFile(
  file: OpenedFile,
  options: CheckOptions,
  { reader, asked }: Host,
  expected: PastPlan | null,
) {
  const actuals = await readActuals(options, reader);
  if (actuals === null)
    throw problem(
      { field: '‹actual›' },
      'there is no actual figure to compare it with',
      'name consumption history, operations, sizes or a bill, or give ‹bill› 2026-03=41.20',
    );
  const subject = await loadSubject(file, options, reader);
  const { history } = options;
  const request = {
    actuals,
    current: statedCurrent(options),
    history: history === undefined ? null : readDocument(readText(history, reader), history),
    expected,
  };
  return asked((asking) => check(subject, request, asking));
}

/**
 * The options of `checkMany`.
 *
 * @example
 * ```ts
 * import { type CheckManyOptions, checkMany } from 'tidemark';
 *
 * // The bill covers the databases of one project.
 * const options: CheckManyOptions = { project: 'office', bill: { '2026-03': 126.4 } };
 * const { databases } = await checkMany('scenarios/portfolios/shops.yaml', options, { threads: 1 });
 * console.log(databases.map(({ name }) => name)); // [ 'orders', 'reports' ]
 * ```
 */
export interface CheckManyOptions extends QuestionOptions, TraceOptions, ActualOptions, ByOptions {
  /** The configuration in force, for databases whose list does not say one. */
  readonly current?: string;
}

export async function checkDatabases(
  databases: readonly NamedDatabase[],
  options: CheckManyOptions,
  { reader, asked }: Host,
) {
  const { project } = options;
  const bill = await billOfMany(options, reader);
  if (bill === null)
    throw problem(
      { field: '‹bill›' },
      'there is no bill to compare the list with',
      'give what was billed, such as ‹bill› 2026-03=420.00',
    );
  const own = databasesOfBill(databases, project, bill);
  const request = { bill, project: project ?? null, currency: currencyOf(options, reader) };
  const found = await asked((asking) => checkMany(own, request, asking));
  return { ...found, databases: own };
}
