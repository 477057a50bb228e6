import { type ProjectResult, planProject, withPlace } from '../../advisor/index.ts';
import type { Objectives } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { changedDocument, isProject, readDocument } from '../../scenario/index.ts';
import { loadSubject } from '../intake/load.ts';
import type { OpenedFile } from '../intake/open-file.ts';
import { fieldChangesOf } from '../settings/changes.ts';
import { choicesOf, worthwhileOf } from '../settings/choices.ts';
import { objectivesOf, USUAL_PROFILE } from '../settings/objectives.ts';
import {
  type ChangedFields,
  type ChoiceOptions,
  type ObjectiveOptions,
  type QuestionOptions,
  writtenValues,
} from '../settings/options.ts';
import type { Host } from './host.ts';

/**
 * The options of `planProject`.
 *
 * @example
 * ```ts
 * import { type PlanProjectOptions, planProject } from 'tidemark';
 *
 * const load = (vcpu: number) => [{ kind: 'load', vcpu }];
 * const computes = [
 *   { name: 'production', min: 1, max: 4, demand: load(0.4) },
 *   { name: 'reports', branch: 'production', type: 'read_only', min: 1, max: 4, demand: load(0.1) },
 * ];
 * const options: PlanProjectOptions = { facts: '2026-11', objective: { budget: 100 }, timeouts: '5m' };
 * const { limits } = await planProject({ horizon: '1d', computes }, options, { threads: 1 });
 * console.log(limits.map(({ name }) => name)); // [ 'active-computes', 'branches', 'budget' ]
 * ```
 */
export interface PlanProjectOptions extends QuestionOptions, ObjectiveOptions, ChoiceOptions, ChangedFields {
  /** A change has to save more than this share, such as `5%`; `10%` if nothing is said. */
  readonly worthwhile?: string;
}

type OwnObjectives = ProjectResult['scenario']['entries'][number]['objectives'];

/** A profile of the entry replaces the objectives of the question, and each of its bounds one of them. */
function objectivesOfEntry({ profile, bounds }: OwnObjectives, asked: ObjectiveOptions): Objectives {
  const objective = [...(profile === null ? writtenValues(asked.objective) : []), ...bounds];
  return objectivesOf({ profile: profile ?? asked.profile ?? USUAL_PROFILE, objective });
}

/** Whether a file is a scenario of several computes. */
export async function isProjectFile(file: OpenedFile, { set }: ChangedFields): Promise<boolean> {
  if (file.kind !== 'document') return false;
  return isProject(changedDocument(readDocument(await file.text(), file.name), fieldChangesOf(set)));
}

/**
 * @param writtenTo the file that the scenario is written to; null if it is not written
 */
export async function planProjectFile(
  file: OpenedFile,
  options: PlanProjectOptions,
  { reader, asked }: Host,
  writtenTo: string | null = null,
): Promise<ProjectResult> {
  const { worthwhile, profile = USUAL_PROFILE, set } = options;
  const request = {
    profile,
    objectives: objectivesOf(options),
    objectivesOf: (own: OwnObjectives) => withPlace(own.place, () => objectivesOfEntry(own, options)),
    choices: choicesOf(options),
    worthwhile: worthwhileOf(worthwhile),
    writtenTo,
  };
  // The pooler is a choice of the plan, not a setting of the run.
  const { pooler: _, ...ofDemand } = options;
  if (file.kind === 'trace')
    throw problem(
      { file: file.name },
      'this is a trace of one database',
      'ask plan, or give a scenario of several computes',
    );
  const subject = await loadSubject(file, ofDemand, reader, fieldChangesOf(set));
  return asked((asking) => planProject(subject.read({}), subject.name, request, asking));
}
