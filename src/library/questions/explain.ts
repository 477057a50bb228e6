import { explain } from '../../advisor/index.ts';
import { DEFAULT_PLAN } from '../../facts/index.ts';
import { readDocument, readSamples } from '../../scenario/index.ts';
import { factSetOf } from '../intake/fact-set.ts';
import { nameOf, readText } from '../intake/input.ts';
import type { Reader } from '../intake/reader.ts';
import type { SizeOptions } from '../settings/options.ts';
import { sizeSettingOf } from '../settings/size-setting.ts';

/**
 * The options of `explain`. A size limits the goals; without one they have no limit.
 *
 * @example
 * ```ts
 * import { type ExplainOptions, explain } from 'tidemark';
 *
 * async function goals(options: ExplainOptions): Promise<string> {
 *   const { samples } = await explain('scenarios/metrics/morning-rush.yaml', options);
 *   return samples.map(({ goalCu }) => goalCu).join(', ');
 * }
 *
 * console.log(await goals({})); // 0.25, 3.75, 3, 4
 * console.log(await goals({ lfc: false })); // 0.25, 3.75, 1.25, 3
 * console.log(await goals({ min: 0.5, max: 2 })); // 0.5, 2, 2, 2
 * ```
 */
export interface ExplainOptions extends SizeOptions {
  /** The fact set to use: the name of one that is shipped, or a file with one of your own. */
  readonly facts?: string;
  /** Whether the working set counts; true if nothing is said. */
  readonly lfc?: boolean;
}

export function explainFile(file: string, options: ExplainOptions, reader: Reader) {
  const range = sizeSettingOf(options, factSetOf(options.facts, reader), DEFAULT_PLAN);
  const samples = readSamples(readDocument(readText(file, reader), nameOf(file)));
  return explain(samples, range, options.lfc ?? true);
}
