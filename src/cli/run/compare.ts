import { compare, configurationChanges, refuseMany } from '../../advisor/index.ts';
import type { ProfileName } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import type { Compared } from '../../report/index.ts';
import { type FieldChange, parseFieldChange, type Scenario } from '../../scenario/index.ts';
import { nameOf } from '../files/input.ts';
import { limitsFromFlags } from '../flags/limit-flags.ts';
import { objectivesOf } from '../flags/objective-flags.ts';
import type { QuestionOptions, ReportFlag } from '../flags/options.ts';
import { loadChangeable, type ReadWith } from '../intake/load.ts';
import { LimitPassed } from '../output/limit-passed.ts';
import { printAnswer } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { asked } from './asked.ts';
import { writeReport } from './report/write-report.ts';

export interface CompareOptions extends QuestionOptions, ReportFlag {
  readonly profile: ProfileName;
  readonly objective: readonly string[];
  readonly set: readonly string[];
  readonly configuration?: string;
  readonly current?: string;
  readonly failAbove?: string;
}

export async function runCompare(
  fileA: string,
  fileB: string | null,
  options: CompareOptions,
  terminal: Terminal,
): Promise<void> {
  const { profile, set, configuration, current } = options;
  const objectives = objectivesOf(profile, options.objective);
  const limits = limitsFromFlags(options.failAbove, { ofDifference: true });
  refuseNothing(fileA, fileB, options);
  const ofCurrent = current === undefined ? [] : configurationChanges(current, '--current');
  const changesOfB = [
    ...(configuration === undefined ? [] : configurationChanges(configuration, '--configuration')),
    ...set.map((text) => parseFieldChange(text, '--set')),
  ];
  const readA = await loadChangeable(fileA, options, terminal);
  const scenarioA = await readA(ofCurrent);
  refuseMany(scenarioA.simulation, fileA, 'a comparison');
  const readB = fileB === null ? readA : await loadChangeable(fileB, options, terminal);
  const isCurrent = fileB === null || (await hasNoConfiguration(readB, ofCurrent));
  const scenarioB = await readB(isCurrent ? [...ofCurrent, ...changesOfB] : changesOfB);
  refuseMany(scenarioB.simulation, fileB ?? fileA, 'a comparison');

  const a = compared(scenarioA, fileA, current === undefined ? [] : [current], ofCurrent);
  const b = compared(
    scenarioB,
    fileB,
    [...(configuration === undefined ? [] : [configuration]), ...set],
    changesOfB,
  );
  const request = { profile, objectives, limits };
  const document = await asked((asking) => compare(a, b, request, asking), terminal);
  await writeReport(document, options, terminal);
  printAnswer(document, options, terminal);
  if (document.passed.length > 0) throw new LimitPassed(document.passed);
}

function refuseNothing(fileA: string, fileB: string | null, { set, configuration }: CompareOptions): void {
  if (fileB === null && set.length === 0 && configuration === undefined)
    throw problem(
      { field: 'B' },
      'there is nothing to compare with',
      'name a second file, or change B with --set or --configuration',
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
