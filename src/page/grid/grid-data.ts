import type { PortfolioDocument } from '../../picture/index.ts';
import { describeProblem } from '../../problem/index.ts';
import { configurationCell, REASON_CODES, SEVERITIES } from '../../report/index.ts';

/** Many databases as columns, which take far less room in a page than rows would. */
export interface GridData {
  readonly currency: string;
  readonly rows: number;
  readonly names: readonly string[];
  readonly texts: Readonly<Record<TextColumn, Words>>;
  readonly costs: Readonly<Record<CostColumn, readonly (number | null)[]>>;
  readonly tags: readonly { readonly name: string; readonly words: Words }[];
  readonly severities: readonly string[];
  /** The meaning of each reason code. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The command about one database, before and after the name of the database. */
  readonly command: OneCommand;
}

/** A column of texts: its different texts, and for each row which one it has. */
export interface Words {
  readonly values: readonly string[];
  readonly at: readonly number[];
}

export interface OneCommand {
  readonly before: string;
  readonly after: string;
}

const TEXT_COLUMNS = [
  'project',
  'severity',
  'current',
  'recommended',
  'limit',
  'reasonCodes',
  'reason',
  'breaks',
  'breaksIn',
  'problem',
  'file',
  'member',
] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];

const COST_COLUMNS = ['costNow', 'costThen', 'saving'] as const;
export type CostColumn = (typeof COST_COLUMNS)[number];

/** Planned databases come first, in the order of the answer. */
export function gridData(
  { databases, problems, currency }: PortfolioDocument,
  command: OneCommand,
): GridData {
  const names: string[] = [];
  const texts = new Map(TEXT_COLUMNS.map((name) => [name, new WordsColumn()]));
  const costs: Readonly<Record<CostColumn, (number | null)[]>> = { costNow: [], costThen: [], saving: [] };
  const tags = new Map<string, WordsColumn>();
  const add = (one: Listed, row: Partial<Record<TextColumn, string>>, money: Money) => {
    const { name, project, file, member, severity, reasonCodes } = one;
    const all: Partial<Record<TextColumn, string | null | undefined>> = {
      ...{ project, file, member, severity },
      reasonCodes: reasonCodes?.join(' '),
      ...row,
    };
    for (const [column, words] of texts) words.set(names.length, all[column] ?? '');
    for (const column of COST_COLUMNS) costs[column].push(cents(money[column]));
    for (const [tag, text] of Object.entries(one.tags ?? {})) {
      const words = tags.get(tag) ?? new WordsColumn();
      words.set(names.length, text);
      tags.set(tag, words);
    }
    names.push(name);
  };
  for (const one of databases) add(one, textsOf(one), one);
  for (const one of problems) add(one, { problem: one.problems.map(describeProblem).join('\n') }, NO_MONEY);
  const columnOf = (words: WordsColumn) => words.column(names.length);
  return {
    currency,
    rows: names.length,
    names,
    texts: Object.fromEntries(
      [...texts].map(([name, words]) => [name, columnOf(words)]),
    ) as GridData['texts'],
    costs,
    tags: [...tags].map(([name, words]) => ({ name, words: columnOf(words) })),
    severities: SEVERITIES,
    reasons: REASON_CODES,
    command,
  };
}

type Money = Pick<Planned, CostColumn>;
const NO_MONEY: Money = { costNow: null, costThen: null, saving: null };

type Listed = PortfolioDocument['problems'][number] | Planned;
type Planned = PortfolioDocument['databases'] extends Iterable<infer Item> ? Item : never;

function textsOf(one: Planned): Partial<Record<TextColumn, string>> {
  const { current, recommendation, binding, relaxations = [], lasting, reason } = one;
  return {
    current: current ? configurationCell(current.configuration) : '',
    recommended: recommendation ? configurationCell(recommendation.configuration) : 'none',
    limit: binding?.objective ?? relaxations.map(({ objective }) => objective).join(', '),
    reason: reason ?? '',
    breaks: (current?.broken ?? []).map(({ objective }) => objective).join(', '),
    breaksIn: lasting?.breaks?.month ?? '',
  };
}

/** A column in which rows without a text have the empty one. */
class WordsColumn {
  readonly #places = new Map<string, number>([['', 0]]);
  readonly #at: number[] = [];

  set(row: number, text: string): void {
    const place = this.#places.get(text) ?? this.#places.size;
    this.#places.set(text, place);
    while (this.#at.length < row) this.#at.push(0);
    this.#at[row] = place;
  }

  column(rows: number): Words {
    return { values: [...this.#places.keys()], at: Array.from({ length: rows }, (_, i) => this.#at[i] ?? 0) };
  }
}

function cents(amount: number | null): number | null {
  return amount === null ? null : Math.round(amount * 100) / 100;
}
