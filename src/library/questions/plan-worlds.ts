import { planWorlds, type WorldsResult } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import { changedDocument, hasIntervals, readDocument } from '../../scenario/index.ts';
import { loadSubject } from '../intake/load.ts';
import { foreignProblem, type OpenedFile } from '../intake/open-file.ts';
import { fieldChangesOf } from '../settings/changes.ts';
import { choicesOf } from '../settings/choices.ts';
import { objectivesOf, share, USUAL_PROFILE } from '../settings/objectives.ts';
import type { ChangedFields, ChoiceOptions, ObjectiveOptions, QuestionOptions } from '../settings/options.ts';
import type { Host } from './host.ts';

/**
 * The options of `planWorlds`.
 *
 * @example
 * ```ts
 * import { planWorlds, type WorldsOptions } from 'tidemark';
 *
 * const options: WorldsOptions = { worlds: 20, keeps: '80%', highest: 2, timeouts: '5m' };
 * const { needed } = await planWorlds('scenarios/before-a-trace/new-app.yaml', options, { threads: 1 });
 * console.log(needed); // 16
 * ```
 */
export interface WorldsOptions extends QuestionOptions, ObjectiveOptions, ChoiceOptions, ChangedFields {
  /** How many worlds to draw, from 10 to 1000; 40 if nothing is said. */
  readonly worlds?: number;
  /** The share of worlds in which objectives have to be met, such as `80%`; `90%` if nothing is said. */
  readonly keeps?: string;
}

/** Whether a plan of the file draws worlds, because it is a scenario with intervals. */
export async function drawsWorlds(file: OpenedFile, { set }: ChangedFields): Promise<boolean> {
  if (file.kind !== 'document' || foreignProblem(file) !== null) return false;
  return hasIntervals(changedDocument(readDocument(await file.text(), file.name), fieldChangesOf(set)));
}

export async function planWorldsInFile(
  file: OpenedFile,
  options: WorldsOptions,
  { reader, asked }: Host,
): Promise<WorldsResult> {
  const { worlds, keeps, set, pooler: _, ...ofDemand } = options;
  const request = {
    profile: options.profile ?? USUAL_PROFILE,
    objectives: objectivesOf(options),
    choices: choicesOf(options),
    worlds: worldsOf(worlds),
    keeps: keepsOf(keeps),
  };
  const subject = await loadSubject(file, ofDemand, reader, fieldChangesOf(set));
  return asked((asking) => planWorlds(subject.read({}), file.name, request, asking));
}

function worldsOf(count = 40): number {
  if (Number.isInteger(count) && count >= LEAST && count <= MOST) return count;
  throw problem({ field: '‹worlds›' }, `found ${count}`, `write a whole number from ${LEAST} to ${MOST}`);
}

const LEAST = 10;
const MOST = 1000;

function keepsOf(text = '90%'): number {
  const found = share(text);
  if (found !== null && found > 0) return found;
  throw problem({ field: '‹keeps›' }, `found "${text}"`, 'write a share of the worlds such as 90%');
}
