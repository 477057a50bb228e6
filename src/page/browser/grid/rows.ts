import type { CostColumn, GridData, TextColumn, Words } from '../../grid/grid-data.ts';

/** The choices of a reader. An empty text chooses everything. */
export interface Chosen {
  readonly text: string;
  readonly severity: string;
  readonly project: string;
  readonly reason: string;
  /** By the name of the tag. */
  readonly tags: Readonly<Record<string, string>>;
}

export const EVERYTHING: Chosen = { text: '', severity: '', project: '', reason: '', tags: {} };

export type SortColumn = 'name' | TextColumn | CostColumn;

/** Null keeps the order of the answer, the largest saving first. */
export interface Sorting {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** Filters and sorts the rows of a grid by their numbers. Ranks of a column are computed once. */
export class GridRows {
  readonly #data: GridData;
  readonly #ranks = new Map<SortColumn, Float64Array>();
  #titles: string[] | null = null;

  constructor(data: GridData) {
    this.#data = data;
  }

  /** Returns the numbers of the chosen rows, in order. Rows without a value come last. */
  chosen(chosen: Chosen, sorting: Sorting | null): Uint32Array {
    const found = this.#filtered(chosen);
    if (sorting === null) return found;
    const ranks = this.#ranksOf(sorting.column);
    const sign = sorting.isDescending ? -1 : 1;
    return found.sort((one, other) => {
      const a = ranks[one] as number;
      const b = ranks[other] as number;
      if (a === b) return one - other;
      // NaN stands for a missing value.
      if (Number.isNaN(a)) return Number.isNaN(b) ? one - other : 1;
      return Number.isNaN(b) ? -1 : sign * (a - b);
    });
  }

  #filtered({ text, severity, project, reason, tags }: Chosen): Uint32Array {
    const { texts, tags: all, rows } = this.#data;
    const tests: ((row: number) => boolean)[] = [];
    const equals = (words: Words, wanted: string) => {
      const place = words.values.indexOf(wanted);
      tests.push((row) => words.at[row] === place);
    };
    if (severity !== '') equals(texts.severity, severity);
    if (project !== '') equals(texts.project, project);
    for (const { name, words } of all) if ((tags[name] ?? '') !== '') equals(words, tags[name] as string);
    if (reason !== '') {
      const has = texts.reasonCodes.values.map((codes) => codes.split(' ').includes(reason));
      tests.push((row) => has[texts.reasonCodes.at[row] as number] === true);
    }
    const wanted = text.trim().toLowerCase();
    if (wanted !== '') {
      const titles = this.#lowerTitles();
      tests.push((row) => (titles[row] as string).includes(wanted));
    }
    const found = new Uint32Array(rows);
    let count = 0;
    for (let row = 0; row < rows; row++) if (tests.every((test) => test(row))) found[count++] = row;
    return found.slice(0, count);
  }

  #lowerTitles(): string[] {
    this.#titles ??= this.#data.names.map((_, row) => titleAt(this.#data, row).toLowerCase());
    return this.#titles;
  }

  #ranksOf(column: SortColumn): Float64Array {
    const known = this.#ranks.get(column) ?? this.#newRanks(column);
    this.#ranks.set(column, known);
    return known;
  }

  #newRanks(column: SortColumn): Float64Array {
    const { names, texts, costs, severities, rows } = this.#data;
    if (column === 'name') {
      const every = Array.from({ length: rows }, (_, row) => row);
      const ofNames = ranksOfTexts(names, every, rows);
      const ofProjects = ranksOfTexts(texts.project.values, texts.project.at, rows);
      // Databases of no project come first.
      return ofNames.map((rank, row) => rank + rows * (ofProjects[row] || 0));
    }
    if (column in costs) {
      const values = costs[column as CostColumn];
      return Float64Array.from({ length: rows }, (_, row) => values[row] ?? Number.NaN);
    }
    const words = texts[column as TextColumn];
    // Severities have an order of their own.
    if (column !== 'severity') return ranksOfTexts(words.values, words.at, rows);
    const order = words.values.map((value) => severities.indexOf(value));
    return Float64Array.from({ length: rows }, (_, row) => order[words.at[row] as number] ?? -1);
  }
}

/** `office/orders`. */
export function titleAt({ names, texts: { project } }: GridData, row: number): string {
  const own = textAt(project, row);
  return own === '' ? (names[row] as string) : `${own}/${names[row]}`;
}

export function textAt({ values, at }: Words, row: number): string {
  return values[at[row] as number] ?? '';
}

function ranksOfTexts(values: readonly string[], at: readonly number[], rows: number): Float64Array {
  const order = values
    .map((_, i) => i)
    .sort((one, other) => compare(values[one] as string, values[other] as string));
  const ranks = new Float64Array(values.length);
  for (const [rank, i] of order.entries()) ranks[i] = values[i] === '' ? Number.NaN : rank;
  return Float64Array.from({ length: rows }, (_, row) => ranks[at[row] as number] as number);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
