/** A kind of file whose reader is measured, in growing sizes. */
export interface Form {
  readonly name: string;
  /** The sizes in MB, up to 64 or to the limit of the reader. */
  readonly sizes: readonly number[];
  readonly file: string;
  contents(megabytes: number): string | Uint8Array;
  /** The command that reads it. */
  args(file: string): readonly string[];
  /** The expected exit code of the command. It is 2 if the reader has to find a problem. */
  readonly exits?: number;
}

/** Documents that people write may have up to 8 MiB. YAML has a limit of parts in addition. */
export const DOCUMENT_SIZES = [1, 2, 4, 8];
export const YAML_SIZES = [0.25, 0.5, 1];
export const TRACE_SIZES = [1, 4, 16, 64];

/** Returns rows up to a size. */
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

/** Returns the time of a row. There is one row a second. */
export const iso = (row: number) => new Date(START_MS + row * 1000).toISOString();
