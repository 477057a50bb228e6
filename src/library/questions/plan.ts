import { type PlanResult, plan, trialPool, type WrittenConfiguration } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import type { ScheduleForm } from '../../report/index.ts';
import type { FieldChange } from '../../scenario/index.ts';
import { type ActualOptions, readActuals } from '../intake/actual-file.ts';
import { loadSubject } from '../intake/load.ts';
import type { OpenedFile } from '../intake/open-file.ts';
import type { Reader } from '../intake/reader.ts';
import { asCurrent, type TerraformOptions, terraformPlan } from '../intake/terraform-plan.ts';
import { fieldChangesOf } from '../settings/changes.ts';
import { choicesOf, holdoutOf, statedCurrent, worthwhileOf } from '../settings/choices.ts';
import { growthOf } from '../settings/growth.ts';
import { objectivesOf, USUAL_PROFILE } from '../settings/objectives.ts';
import type {
  ChangedFields,
  ChoiceOptions,
  ObjectiveOptions,
  QuestionOptions,
  TraceOptions,
} from '../settings/options.ts';
import { askedUse, type UseOptions } from './asked-use.ts';
import type { Host } from './host.ts';

/** The options of plans, of one database and of many. */
export interface AnyPlanOptions
  extends QuestionOptions,
    TraceOptions,
    ObjectiveOptions,
    ChoiceOptions,
    ActualOptions {
  /** The current configuration, such as `0.25-2, 5m`. A scenario has its own. */
  readonly current?: string;
  /** A change has to save more than this share, such as `5%`; `10%` if nothing is said. */
  readonly worthwhile?: string;
  /** Demand that grows, such as `20%/month`. */
  readonly growth?: string;
  /** How far ahead to plan for growth, such as `26w`, `6m` or `1y`; `6m` if nothing is said. */
  readonly horizon?: string;
  /**
   * Also answer with the change, the way back and alert rules, in this form. `cron` is for a schedule, and so for one
   * database.
   */
  readonly applyAs?: ScheduleForm;
}

/**
 * The options of `plan`.
 *
 * @example
 * ```ts
 * import { type PlanOptions, plan } from 'tidemark';
 *
 * const options: PlanOptions = {
 *   current: '1-4, 5m',
 *   profile: 'frugal',
 *   objective: { budget: 60, 'cold-starts': 'off' },
 *   timeouts: '5m,1h',
 *   highest: 4,
 *   applyAs: 'cli',
 * };
 * const { apply } = await plan('scenarios/traces/office-week.jsonl', options, { threads: 1 });
 * console.log(apply?.change?.text);
 * ```
 */
export interface PlanOptions extends AnyPlanOptions, ChangedFields, TerraformOptions, UseOptions {
  /** A configuration, such as `0.5-4, 5m`: also say why it is not the recommendation. */
  readonly why?: string;
  /** Plan without this last part of the time, such as `30%`, and judge the recommendation on it. */
  readonly holdout?: string;
  /** Whether to plan on each of the last four weeks alone, too. */
  readonly stability?: boolean;
  /** Whether to look for configurations that change by the hour of the week, too. */
  readonly schedule?: boolean;
}

/**
 * @param writtenTo the file that the scenario is written to; null if it is not written
 * @param stated the current configuration, if no option has it
 */
export async function planFile(
  file: OpenedFile,
  options: PlanOptions,
  { reader, threads, asked: ask }: Host,
  writtenTo: string | null = null,
  stated: WrittenConfiguration | null = null,
): Promise<PlanResult> {
  const { applyAs, growth, horizon, holdout, stability } = options;
  if (applyAs === 'cron' && options.schedule !== true)
    throw problem(
      { field: '‹applyAs›' },
      'cron is a form of schedules, and none is sought',
      'add ‹schedule›, or use curl, terraform or cli',
    );
  const checked = {
    profile: options.profile ?? USUAL_PROFILE,
    objectives: objectivesOf(options),
    worthwhile: worthwhileOf(options.worthwhile),
    holdout: holdoutOf(holdout),
    growth: growthOf(growth, horizon),
    choices: choicesOf(options),
    current: currentIn(options, reader) ?? stated,
    isForStability: stability === true,
    isForSchedule: options.schedule === true,
    why: options.why === undefined ? null : { text: options.why, field: '‹why›', place: null },
    // Alerts use the metrics of the service, unless the preset of the trace names others.
    apply: applyAs === undefined ? null : { form: applyAs, metrics: metricsOf(options) },
    writtenTo,
  };
  const asked = askedUse(options);
  const changes = fieldChangesOf(options.set);
  if (file.kind === 'trace') refuseConfiguration(changes);
  // The pooler is a choice of the plan, not a setting of the run.
  const { pooler: _, ...ofDemand } = options;
  const pool = trialPool(threads);
  try {
    const subject = await loadSubject(file, ofDemand, reader, changes);
    const actuals = await readActuals(options, reader);
    const use = { metered: actuals?.consumption ?? [], asked };
    const request = { ...checked, actuals, use };
    return await ask((asking) => plan(subject, request, asking, pool));
  } finally {
    await pool.close();
  }
}

function currentIn(options: PlanOptions, reader: Reader): WrittenConfiguration | null {
  const before = terraformPlan(options, reader);
  if (before === null) return statedCurrent(options);
  if (options.current === undefined) return asCurrent(before('before'));
  throw problem({ field: '‹current›' }, 'the Terraform plan has the current configuration', 'leave it out');
}

/** A trace has no current configuration that could be changed: the plan would not look at it. */
function refuseConfiguration(changes: readonly FieldChange[]): void {
  const one = changes.find(({ path: [first, second = ''] }) =>
    first === 'compute' ? CONFIGURATION.includes(String(second)) : first === 'pooler',
  );
  if (one !== undefined)
    throw problem(
      { field: one.flag },
      'a trace does not say which configuration is current',
      'state it with ‹current›, such as "0.25-2, 5m"',
    );
}

const CONFIGURATION = ['size', 'min', 'max', 'suspendAfter'];

function metricsOf({ preset }: PlanOptions): 'exporters' | 'neon' {
  return preset === 'exporters' ? 'exporters' : 'neon';
}
