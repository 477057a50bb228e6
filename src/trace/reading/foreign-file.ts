import { latin1Of } from './bytes.ts';
import { isUtf16, openingOf } from './opening.ts';

/** A file that is neither a trace nor a document of tidemark. */
interface ForeignFile {
  /** The kind of the file, as far as its beginning tells. */
  readonly what: string;
  readonly remedy: string;
}

/**
 * Recognises a file that tidemark cannot read by its first bytes. Null if the file may be a document, which its own
 * reader checks.
 */
export function foreignFile(first: Uint8Array): ForeignFile | null {
  const latin = latin1Of(first.subarray(0, 16));
  const packed = BINARY.find(({ is }) => is.test(latin));
  if (packed !== undefined) return plain(packed);
  if (!isUtf16(first) && first.includes(0)) return { what: 'binary data', remedy: AS_TABLE };
  const opening = openingOf(first);
  const known = TEXT.find(({ is }) => is.test(opening));
  if (known !== undefined) return plain(known);
  return /^\s*[[{]/.test(opening) ? foreignJson(opening) : foreignYaml(opening);
}

function plain({ what, remedy }: ForeignFile): ForeignFile {
  return { what, remedy };
}

const AS_TABLE = 'give CSV, or a trace that tidemark wrote; either may be gzip';
const UNPACK = 'unpack it; only gzip is read directly';

interface Known extends ForeignFile {
  readonly is: RegExp;
}

const BINARY: readonly Known[] = [
  {
    is: /^PK\p{Cc}\p{Cc}/u,
    what: 'a ZIP archive or a spreadsheet of Excel',
    remedy: 'unpack it, or save the spreadsheet as CSV',
  },
  { is: /^%PDF/, what: 'a PDF', remedy: 'export the numbers as CSV' },
  {
    is: /^(?:\x89PNG|\xff\xd8\xff|GIF8)/,
    what: 'a picture',
    remedy: 'export the numbers of the chart as CSV',
  },
  { is: /^(?:\x28\xb5\x2f\xfd|BZh|\xfd7zXZ)/, what: 'compressed in an unsupported format', remedy: UNPACK },
  { is: /^SQLite format 3/, what: 'a database of SQLite', remedy: 'export a table of it as CSV' },
  { is: /^PGDMP/, what: 'a dump of pg_dump', remedy: 'a dump has no measurements: give metrics or a log' },
];

const TEXT: readonly Known[] = [
  {
    is: /^\s*<(?:!doctype\s+html|html)/i,
    what: 'a web page',
    remedy: 'log in, and download the export itself',
  },
  { is: /^\s*<[?\w]/, what: 'XML', remedy: 'export CSV or JSON' },
  {
    is: /^--\s*\n-- PostgreSQL database dump/,
    what: 'a dump of pg_dump',
    remedy: 'a dump has no measurements: give metrics or a log',
  },
];

/** Every document of tidemark has one of these fields. */
const OWN_FIELDS = /^(?:why|horizon|compute|computes|demand|databases|months|settings|computePerCuHour)$/;

const TIMED = /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|(?<![\d.])1[3-9]\d{8}(?:\d{3}){0,3}(?![\d])/;

const METRICS_REMEDY =
  'give a table or a list of records with times and numbers, and map its columns with ‹map›; docs/exports.md has the known formats, and how to convert others';

function foreignJson(opening: string): ForeignFile | null {
  const isList = /^\s*\[/.test(opening);
  const fields = isList ? [] : fieldsOf(opening);
  if (fields.some((name) => OWN_FIELDS.test(name))) return null;
  const [, schema] = /^\s*\{\s*"schema"\s*:\s*"(tidemark\/[\w-]+)"/.exec(opening) ?? [];
  if (schema !== undefined)
    return {
      what: `an answer of tidemark's own (${schema})`,
      remedy: 'show it with tidemark report, or give the trace or the scenario that it was made from',
    };
  const shape = fields.length === 0 ? '' : ` (JSON with ${firstFew(fields)})`;
  if (TIMED.test(opening))
    return { what: `most likely metrics, in an unknown format${shape}`, remedy: METRICS_REMEDY };
  const [, , said] = /"(message|error|errors|detail|reason)"\s*:\s*\[?\s*"([^"]{1,200})/.exec(opening) ?? [];
  if (said !== undefined)
    return {
      what: `the error message of another API: ${said}`,
      remedy: 'correct the request, and export again',
    };
  return isList ? { what: 'a list without times', remedy: METRICS_REMEDY } : null;
}

function foreignYaml(opening: string): ForeignFile | null {
  if (!TIMED.test(opening)) return null;
  // The opening may end in the middle of a line.
  const whole = opening.slice(0, opening.lastIndexOf('\n') + 1) || opening;
  const lines = whole.split(/\r?\n/).filter((line) => !/^\s*(?:#|---|$)/.test(line));
  if (lines[0]?.startsWith('- ') === true)
    return { what: 'most likely metrics, as a YAML list, which is not supported', remedy: METRICS_REMEDY };
  const fields = lines.flatMap((line) => /^["']?([a-z_][\w.-]*)["']?\s*:(?:\s|$)/i.exec(line)?.[1] ?? []);
  if (fields.length === 0 || fields.some((name) => OWN_FIELDS.test(name))) return null;
  return {
    what: `most likely metrics, in an unknown format (YAML with ${firstFew(fields)})`,
    remedy: METRICS_REMEDY,
  };
}

/** The keys of the outermost object, as far as the text goes. */
function fieldsOf(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  for (const [token, quoted] of text.matchAll(/"((?:[^"\\]|\\.)*)"(?=\s*:)|"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (quoted !== undefined) {
      if (depth === 1) found.push(quoted);
    } else if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
  }
  return found;
}

const MOST_FIELDS = 5;

function firstFew(fields: readonly string[]): string {
  const shown = fields.slice(0, MOST_FIELDS).join(', ');
  return fields.length > MOST_FIELDS ? `${shown} …` : shown;
}
