/** A kind of file whose reader is measured, in growing sizes. */
export interface Form {
  readonly name: string;
  /** The sizes, in MB: up to 64, or to the reader's own limit. */
  readonly sizes: readonly number[];
  readonly file: string;
  contents(megabytes: number): string | Uint8Array;
  /** The command that reads it. */
  args(file: string): readonly string[];
  /** The exit code of the command: 2 where the reader has to find what is wrong. */
  readonly exits?: number;
}

/** Up to 8 MiB is a document that people write. YAML has a limit of its own, a number of parts. */
export const DOCUMENT_SIZES = [1, 2, 4, 8];
export const YAML_SIZES = [0.25, 0.5, 1];
export const TRACE_SIZES = [1, 4, 16, 64];

/** Rows up to so many megabytes. */
export function filled(megabytes: number, opening: string, row: (at: number) => string, end: string): string {
  const rows = [opening];
  let size = opening.length + end.length;
  for (let at = 0; ; at++) {
    const text = row(at);
    size += text.length;
    if (size > megabytes * 1e6) break;
    rows.push(text);
  }
  return rows.join('') + end;
}

export const START_MS = Date.UTC(2026, 2, 2);

/** The time of a row each second. */
export const iso = (row: number) => new Date(START_MS + row * 1000).toISOString();
