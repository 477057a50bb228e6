import { problem } from '../../problem/index.ts';
import { openCsv } from '../csv/open-csv.ts';
import { readTable } from '../csv/table.ts';
import { cellsOf } from '../csv/unquoted.ts';
import { readInstant } from '../csv/values/instant.ts';
import { AURORA, RDS } from '../presets/aws.ts';
import { bytesOf, joined, textOf } from '../reading/bytes.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import { type ByteSource, sourceOf } from '../reading/source.ts';
import type { Rule } from '../series/rule.ts';

/**
 * Reads a table exported by the console of CloudWatch, which has lines above the samples that describe the columns.
 * They are replaced by one header, and the result is read like any table.
 */
export async function readConsoleTable(source: ByteSource, settings: ReadSettings): Promise<Reading> {
  const file = settings.name;
  const pieces: Uint8Array[] = [];
  for await (const piece of source.pieces()) pieces.push(piece);
  const bytes = joined(pieces);
  const { lines, end } = preambleOf(bytes, file);
  const rows = lines.map((line) => cellsOf(line, ',')[0] ?? []);
  const names = namesIn(rows);
  const { map, notes } = settings.map.length > 0 ? { map: settings.map, notes: [] } : mapOf(names, settings);
  const header = ['time', ...names].map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
  // Keeps the number of each line, so that problems name the right one.
  const text = joined([bytesOf(`${'\n'.repeat(lines.length - 1)}${header}\n`), bytes.subarray(end)]);
  const reading = await readTable(await openCsv(sourceOf(text).pieces(), { ...settings, map }));
  return { ...reading, notes: [...notes, ...reading.notes] };
}

export function isConsoleTable(opening: string): boolean {
  return (
    /^"?(?:Id|StatusCode|Messages|Full label|Label)"?,/i.test(opening) && /^"?Full label"?,/im.test(opening)
  );
}

/** The labels of the columns. If two labels are equal, the full labels distinguish them. */
function namesIn(rows: readonly (readonly string[])[]): readonly string[] {
  const labels = rowOf(rows, 'Label')?.slice(1) ?? [];
  const full = rowOf(rows, 'Full label')?.slice(1) ?? [];
  const areAlike = labels.length === 0 || new Set(labels).size < labels.length;
  return areAlike && full.length > 0 ? full : labels;
}

const LONGEST_PREAMBLE = 50;

/** The lines before the first one that starts with a time. */
function preambleOf(bytes: Uint8Array, file: string): { readonly lines: string[]; readonly end: number } {
  const lines: string[] = [];
  let end = 0;
  while (lines.length < LONGEST_PREAMBLE && end < bytes.length) {
    const next = bytes.indexOf(10, end) + 1 || bytes.length;
    const line = textOf(bytes.subarray(end, next)).trimEnd();
    const cell = bytesOf(line.split(',')[0]?.replaceAll('"', '') ?? '');
    if (readInstant(cell, 0, cell.length, { ms: 0, isLocal: false }, null)) return { lines, end };
    lines.push(line);
    end = next;
  }
  throw problem(
    { file, line: lines.length },
    'no line below the labels begins with a time',
    'export a time with samples',
  );
}

function rowOf(rows: readonly (readonly string[])[], name: string): readonly string[] | undefined {
  return rows.find(([first]) => first?.trim().toLowerCase() === name.toLowerCase());
}

/** Maps the columns of known metrics by their positions. */
function mapOf(
  names: readonly string[],
  { preset, name: file, vcpus, memoryBytes }: ReadSettings,
): { readonly map: string[]; readonly notes: string[] } {
  const words = names.map((name) => name.split(/[\s/.,:()[\]]+/));
  const isAurora = words.some((one) => one.includes('ServerlessDatabaseCapacity'));
  const { rules, name } = (preset === undefined ? isAurora : preset === AURORA.name) ? AURORA : RDS;
  const isSized = (memoryBytes ?? null) !== null;
  const readable = rules.filter(({ unit }) => unit !== 'free-bytes' || isSized);
  const found = readable.flatMap((rule) => {
    const columns = words.flatMap((one, at) => (one.includes(rule.selector) ? [at] : []));
    if (columns.length > 1) throw ambiguousColumns(rule, columns, names, file, vcpus);
    return columns.map((at) => ({ rule, at }));
  });
  const map = found.map(({ rule, at }) => `${rule.quantity}=${at + 2}:${rule.unit}`);
  const notes = found.map(
    ({ rule: { quantity, unit, note }, at }) =>
      `${quantity} from "${names[at]}" as ${unit}${note === null ? '' : `: ${note}`}`,
  );
  // If no metric is known, columns are guessed as in other tables.
  return { map, notes: map.length === 0 ? [] : [`the names are those of ‹preset› ${name}`, ...notes] };
}

function ambiguousColumns(
  { quantity, selector, unit }: Rule,
  columns: readonly number[],
  names: readonly string[],
  file: string,
  vcpus: number | null,
) {
  const mapped = `${quantity}=${(columns[0] as number) + 2}:${unit}`;
  const isShare = unit === 'percent' && vcpus === null;
  const words = columns.map((at) => `"${names[at]}"`);
  return problem(
    { file, field: quantity },
    `${columns.length} columns could be meant by ${selector}: ${words.join(', ')}`,
    `name one by its number, as in ‹map› ${mapped}`,
    [
      {
        options: [['map', mapped], ...(isShare ? ([['vcpus', '2']] as const) : [])],
        when: `for the first of them${isShare ? ', if it has 2 vCPU' : ''}`,
      },
    ],
  );
}
