import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { type Figure, print } from './figure.ts';
import { withTables } from './tables.ts';

/** The figures of each part of the bench, with the machine. Each part is measured alone. */
export interface Results {
  readonly schema: 'tidemark/bench';
  readonly version: 1;
  readonly parts: Readonly<Record<string, MeasuredPart>>;
}

export interface MeasuredPart {
  readonly node: string;
  readonly processors: string;
  readonly figures: readonly Figure[];
}

/** Prints the figures of a part, and stores them in place of its earlier ones. */
export function keep(part: string, figures: readonly Figure[]): void {
  print(figures);
  const processors = cpus();
  const measured: MeasuredPart = {
    node: process.version,
    processors: `${processors.length} of ${processors[0]?.model.trim() ?? 'unknown kind'}`,
    figures: figures.map((one) => ({ ...one, ratio: Number(one.ratio.toFixed(2)) })),
  };
  const results: Results = {
    schema: 'tidemark/bench',
    version: 1,
    parts: { ...keptResults()?.parts, [part]: measured },
  };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), results));
}

/** Returns the stored figures. Null if there are none yet. */
export function keptResults(): Results | null {
  return existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results) : null;
}

const root = new URL('../../', import.meta.url);
const RESULTS = new URL('bench/results.json', root);
const PAGE = new URL('docs/performance.md', root);
