import type { Chart } from '../picture/index.ts';
import type { MarkupColumn } from './block-markup.ts';

/** The figures of a chart. */
export interface ChartTable {
  readonly columns: readonly MarkupColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the data of a chart as tables: one for all lines over time, and one for each other list of data. */
export function chartTables({ spec }: Chart): ChartTable[] {
  const units = [...unitsOf(spec, {})].filter(({ mark }) => !ANNOTATIONS.has(mark));
  const lines = units.filter((unit) => isTime(unit) && unit.encoding.x2 === undefined);
  const lists = new Map(units.filter((unit) => !lines.includes(unit)).map((unit) => [unit.rows, unit]));
  return [...(lines.length === 0 ? [] : [lineTable(lines)]), ...[...lists.values()].map(listTable)];
}

/** Marks that only label or point to other data. */
const ANNOTATIONS = new Set(['text', 'rule']);

type Row = Readonly<Record<string, unknown>>;
type Part = Readonly<Record<string, unknown>>;

interface Channel {
  readonly field?: string;
  readonly type?: string;
  readonly axis?: { readonly title?: string | null } | null;
}

interface Unit {
  readonly mark: string;
  readonly rows: readonly Row[];
  readonly encoding: Readonly<Record<string, Channel>>;
  /** The name of a line if the chart has several. */
  readonly series: string | null;
  readonly isStepped: boolean;
}

/** Yields the marks of a specification with the data and encoding that they inherit. */
function* unitsOf(spec: Part, above: Part): Generator<Unit> {
  const own = {
    ...above,
    ...(spec.data === undefined ? {} : { data: spec.data }),
    ...(spec.transform === undefined ? {} : { transform: spec.transform }),
    encoding: { ...(above.encoding as Part), ...(spec.encoding as Part) },
  };
  for (const inner of ['layer', 'vconcat', 'hconcat'])
    for (const part of (spec[inner] as Part[] | undefined) ?? []) yield* unitsOf(part, own);
  if (spec.spec !== undefined) yield* unitsOf(spec.spec as Part, own);
  const { mark } = spec;
  if (mark === undefined) return;
  const form = typeof mark === 'string' ? { type: mark } : (mark as Part);
  const { data, transform, encoding } = own as Part;
  const [first] = (transform as { calculate?: string; as?: string }[] | undefined) ?? [];
  yield {
    mark: String(form.type),
    rows: (data as { values?: readonly Row[] } | undefined)?.values ?? [],
    encoding: encoding as Unit['encoding'],
    series: first?.as === 'series' ? String(JSON.parse(first.calculate as string)) : null,
    isStepped: form.interpolate === 'step-after',
  };
}

function isTime({ encoding }: Unit): boolean {
  return encoding.x?.type === 'temporal';
}

/** Returns a row for each instant at which a line changes. Stepped lines repeat their value in between. */
function lineTable(units: readonly Unit[]): ChartTable {
  const columns = new Map<string, { readonly values: Map<number, unknown>; readonly isStepped: boolean }>();
  for (const { rows, encoding, series, isStepped } of units) {
    const [x, y, detail] = ['x', 'y', 'detail'].map((channel) => encoding[channel]?.field ?? '') as [
      string,
      string,
      string,
    ];
    for (const row of rows) {
      const title = series ?? (detail === '' ? (encoding.y?.axis?.title ?? 'value') : String(row[detail]));
      const column = columns.get(title) ?? { values: new Map(), isStepped };
      column.values.set(row[x] as number, row[y]);
      columns.set(title, column);
    }
  }
  const times = [...new Set([...columns.values()].flatMap(({ values }) => [...values.keys()]))].sort(
    (one, other) => one - other,
  );
  const last = new Map<string, string>();
  return {
    columns: [
      { title: 'local time', align: 'left' },
      ...[...columns.keys()].map((title) => ({ title, align: 'right' as const })),
    ],
    rows: times.map((time) => [
      timeWords(time),
      ...[...columns].map(([title, { values, isStepped }]) => {
        const words = values.has(time) ? wordsOf(values.get(time)) : isStepped ? (last.get(title) ?? '') : '';
        last.set(title, words);
        return words;
      }),
    ]),
  };
}

/** Fields that readers do not need: places, lengths and colours. */
const LAYOUT_FIELDS = /^(colour|place[XY]?|at[XY]2?|length|right|label|is[A-Z].*)$/;

function listTable({ rows, encoding }: Unit): ChartTable {
  const times = new Set(
    Object.values(encoding).flatMap(({ field, type }) => (type === 'temporal' && field ? [field] : [])),
  );
  if (encoding.x2?.field !== undefined && times.size > 0) times.add(encoding.x2.field);
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (field) => !LAYOUT_FIELDS.test(field),
  );
  return {
    columns: fields.map((field) => ({
      title: titleOf(field),
      align: rows.some((row) => typeof row[field] === 'number') && !times.has(field) ? 'right' : 'left',
    })),
    rows: rows.map((row) =>
      fields.map((field) => (times.has(field) ? timeWords(Number(row[field])) : wordsOf(row[field]))),
    ),
  };
}

/** Returns `cost words` for `costWords`. */
function titleOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function wordsOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function timeWords(localMs: number): string {
  const text = new Date(localMs).toISOString().replace('T', ' ');
  return localMs % 60_000 === 0 ? text.slice(0, 16) : text.slice(0, 19);
}
