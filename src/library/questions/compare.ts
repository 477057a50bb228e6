import { compare, configurationChanges, refuseMany } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import type { Compared } from '../../report/index.ts';
import type { FieldChange, Scenario } from '../../scenario/index.ts';
import { nameOf } from '../intake/input.ts';
import { loadChangeable, type ReadWith } from '../intake/load.ts';
import type { Reader } from '../intake/reader.ts';
import { type TerraformOptions, terraformPlan } from '../intake/terraform-plan.ts';
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
 * The options of `compare`. Options that read or change a file apply to both.
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
export interface CompareOptions extends QuestionOptions, TraceOptions, ObjectiveOptions, TerraformOptions {
  /** Fields of B to change, such as `{ max: 4 }` or `{ 'compute.suspendAfter': '10m' }`. */
  readonly set?: NamedValues;
  /** The configuration of B, such as `0.25-4, 5m`. */
  readonly configuration?: string;
  /** The configuration of A, such as `0.25-2, 5m`. */
  readonly current?: string;
  /** Limits for B, such as `{ cost: '+10%' }`. The answer lists those that it passes. */
  readonly failAbove?: NamedValues;
}

/**
 * @param fileB null to compare A with itself under the changes of the options
 * @param stated the configuration of A, if no option has it
 */
export async function compareFiles(
  fileA: string,
  fileB: string | null,
  options: CompareOptions,
  { reader, asked }: Host,
  stated: StatedConfiguration | null = null,
) {
  const { set, profile } = options;
  const objectives = objectivesOf(options);
  const limits = figureLimits(options.failAbove, { ofDifference: true });
  const changed = writtenValues(set);
  const { resource, before, after } = configurationsOf(fileB, options, reader);
  refuseNothing(fileA, fileB, changed, after);
  const current = before ?? stated;
  const ofCurrent = changesOf(current);
  const changesOfB = [...changesOf(after), ...fieldChangesOf(set)];
  const readA = await loadChangeable(fileA, options, reader);
  const scenarioA = await readA(ofCurrent);
  refuseMany(scenarioA.simulation, fileA, 'a comparison');
  const readB = fileB === null ? readA : await loadChangeable(fileB, options, reader);
  const isCurrent = fileB === null || (await hasNoConfiguration(readB, ofCurrent));
  const scenarioB = await readB(isCurrent ? [...ofCurrent, ...changesOfB] : changesOfB);
  refuseMany(scenarioB.simulation, fileB ?? fileA, 'a comparison');

  const a = compared(scenarioA, fileA, wordsOf(current), ofCurrent);
  const b = compared(scenarioB, fileB, [...wordsOf(after), ...changed], changesOfB);
  const request = { profile: profile ?? USUAL_PROFILE, objectives, limits, resource };
  return asked((asking) => compare(a, b, request, asking));
}

/** A configuration that an option states, or a source that it names. */
interface StatedConfiguration {
  readonly text: string;
  /** The option, for problems. */
  readonly field: string;
  /** The words for the answer, if the text by itself says too little. */
  readonly words?: string;
  /** Whether it takes the pooler away that A has. */
  readonly isUnpooled?: boolean;
}

interface ComparedConfigurations {
  /** The resource of Terraform that changes. Null if no plan is named. */
  readonly resource: string | null;
  /** Null if no option says it. */
  readonly before: StatedConfiguration | null;
  readonly after: StatedConfiguration | null;
}

function configurationsOf(
  fileB: string | null,
  options: CompareOptions,
  reader: Reader,
): ComparedConfigurations {
  const { current, configuration } = options;
  const stated = current === undefined ? null : { text: current, field: '‹current›' };
  const plan = terraformPlan(options, reader);
  if (plan === null) {
    const after = configuration === undefined ? null : { text: configuration, field: '‹configuration›' };
    return { resource: null, before: stated, after };
  }
  if (configuration !== undefined)
    throw problem({ field: '‹configuration›' }, 'the Terraform plan has that of B', 'leave one of them out');
  if (fileB !== null)
    throw problem({ field: 'B' }, 'a Terraform plan changes A into B', 'leave out the second file');
  const after = plan('after');
  const before = stated === null ? plan('before') : null;
  const field = `‹terraform› ${after.address}`;
  // A scenario may have the pooler from elsewhere, and then it is not for the plan to take it away.
  const isUnpooled = before?.isPooled === true && !after.isPooled;
  return {
    resource: after.address,
    before:
      before === null
        ? stated
        : { text: before.configuration, field, words: `${before.address} before the change` },
    after: {
      text: after.configuration,
      field,
      words: `${after.address} after the change`,
      isUnpooled,
    },
  };
}

function changesOf(one: StatedConfiguration | null): FieldChange[] {
  if (one === null) return [];
  const { text, field, isUnpooled = false } = one;
  const unpooled = isUnpooled ? [{ flag: field, path: ['pooler'], value: false }] : [];
  return [...configurationChanges(text, field), ...unpooled];
}

function wordsOf(one: StatedConfiguration | null): string[] {
  return one === null ? [] : [one.words ?? one.text];
}

function refuseNothing(
  fileA: string,
  fileB: string | null,
  changed: readonly string[],
  after: StatedConfiguration | null,
): void {
  if (fileB === null && changed.length === 0 && after === null)
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
