import { compare, configurationChanges, refuseMany } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import type { Compared } from '../../report/index.ts';
import type { FieldChange, Scenario } from '../../scenario/index.ts';
import { nameOf } from '../intake/input.ts';
import { loadChangeable, type ReadWith } from '../intake/load.ts';
import { fieldChangesOf } from '../settings/changes.ts';
import { figureLimits } from '../settings/limits.ts';
import { objectivesOf, USUAL_PROFILE } from '../settings/objectives.ts';
import {
  type NamedValues,
  type ObjectiveOptions,
  type QuestionOptions,
  type TraceOptions,
  writtenValues,
} from '../settings/options.ts';
import type { Host } from './host.ts';

/**
 * The options of `compare`. Those that read or change a file apply to both.
 *
 * @example
 * ```ts
 * import { type CompareOptions, compare } from 'tidemark';
 *
 * const options: CompareOptions = {
 *   current: '1-4, 5m',
 *   configuration: '0.25-1, 5m',
 *   objective: { throttled: '5%' },
 * };
 * const { newlyBroken } = await compare('scenarios/traces/office-week.jsonl', null, options);
 * console.log(newlyBroken); // [ 'throttled', 'delay-p95', 'delay-p99' ]
 * ```
 */
export interface CompareOptions extends QuestionOptions, TraceOptions, ObjectiveOptions {
  /** Fields of B to change, such as `{ max: 4 }` or `{ 'compute.suspendAfter': '10m' }`. */
  readonly set?: NamedValues;
  /** The configuration of B, such as `0.25-4, 5m`. */
  readonly configuration?: string;
  /** The configuration of A, such as `0.25-2, 5m`. */
  readonly current?: string;
  /** Limits for B, such as `{ cost: '+10%' }`. The answer lists those that it passes. */
  readonly failAbove?: NamedValues;
}

/** @param fileB null to compare A with itself under the changes of the options */
export async function compareFiles(
  fileA: string,
  fileB: string | null,
  options: CompareOptions,
  { reader, asked }: Host,
) {
  const { set, configuration, current, profile } = options;
  const objectives = objectivesOf(options);
  const limits = figureLimits(options.failAbove, { ofDifference: true });
  const changed = writtenValues(set);
  refuseNothing(fileA, fileB, changed, configuration);
  const ofCurrent = current === undefined ? [] : configurationChanges(current, '‹current›');
  const changesOfB = [
    ...(configuration === undefined ? [] : configurationChanges(configuration, '‹configuration›')),
    ...fieldChangesOf(set),
  ];
  const readA = await loadChangeable(fileA, options, reader);
  const scenarioA = await readA(ofCurrent);
  refuseMany(scenarioA.simulation, fileA, 'a comparison');
  const readB = fileB === null ? readA : await loadChangeable(fileB, options, reader);
  const isCurrent = fileB === null || (await hasNoConfiguration(readB, ofCurrent));
  const scenarioB = await readB(isCurrent ? [...ofCurrent, ...changesOfB] : changesOfB);
  refuseMany(scenarioB.simulation, fileB ?? fileA, 'a comparison');

  const a = compared(scenarioA, fileA, current === undefined ? [] : [current], ofCurrent);
  const b = compared(
    scenarioB,
    fileB,
    [...(configuration === undefined ? [] : [configuration]), ...changed],
    changesOfB,
  );
  const request = { profile: profile ?? USUAL_PROFILE, objectives, limits };
  return asked((asking) => compare(a, b, request, asking));
}

function refuseNothing(
  fileA: string,
  fileB: string | null,
  changed: readonly string[],
  configuration: string | undefined,
): void {
  if (fileB === null && changed.length === 0 && configuration === undefined)
    throw problem(
      { field: 'B' },
      'there is nothing to compare with',
      'name a second file, or change B with ‹set› or ‹configuration›',
    );
  if (fileA === '-' && fileB === '-')
    throw problem({ field: 'B' }, 'standard input cannot be read twice', 'name a file for one of them');
}

/** A trace does not say its configuration, so the current configuration applies to both sides. */
async function hasNoConfiguration(read: ReadWith, current: readonly FieldChange[]): Promise<boolean> {
  return current.length > 0 && (await read([])).isTrace;
}

function compared(
  { simulation, notes, isTrace }: Scenario,
  file: string | null,
  texts: readonly string[],
  changes: readonly FieldChange[],
): Compared {
  const isPooled = changes.some(({ path, value }) => path[0] === 'pooler' && value === true);
  return {
    file: file === null ? null : nameOf(file),
    changes: texts,
    simulation,
    notes,
    isPoolerUnknown: isTrace && isPooled,
  };
}
