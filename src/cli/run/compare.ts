import { comparisonOf, outcomeOf, type ProfileName, withWhenDiffers } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { type Compared, type ComparisonAnswer, comparePage } from '../../report/index.ts';
import { type FieldChange, parseFieldChange, type Scenario } from '../../scenario/index.ts';
import { nameOf } from '../input.ts';
import { Interrupted } from '../interruption.ts';
import { LimitPassed } from '../limit-passed.ts';
import { formatOf, type QuestionOptions, type ReportFlag } from '../options.ts';
import { printAnswer } from '../print-answer.ts';
import type { Terminal } from '../terminal.ts';
import { limitsOf, limitsPassed } from './plan/limits.ts';
import { refuseMany } from './plan/one-compute.ts';
import { promisesOf } from './plan/promise-flags.ts';
import { settingChanges } from './plan/setting-flag.ts';
import { writeReport } from './report/write-report.ts';
import { loadChangeable, type ReadWith } from './scenario-file.ts';
import { oneByOne } from './simulated.ts';

export interface CompareOptions extends QuestionOptions, ReportFlag {
  readonly profile: ProfileName;
  readonly promise: readonly string[];
  readonly set: readonly string[];
  readonly setting?: string;
  readonly current?: string;
  readonly failAbove?: string;
}

export async function runCompare(
  fileA: string,
  fileB: string | null,
  options: CompareOptions,
  terminal: Terminal,
): Promise<void> {
  const { profile, set, setting, current } = options;
  const promises = promisesOf(profile, options.promise);
  const limits = limitsOf(options.failAbove, { ofDifference: true });
  refuseNothing(fileA, fileB, options);
  const ofCurrent = current === undefined ? [] : settingChanges(current, '--current');
  const ofB = [
    ...(setting === undefined ? [] : settingChanges(setting, '--setting')),
    ...set.map((text) => parseFieldChange(text, '--set')),
  ];
  const readA = await loadChangeable(fileA, options, terminal);
  const scenarioA = await readA(ofCurrent);
  refuseMany(scenarioA.simulation, fileA, 'a comparison');
  const readB = fileB === null ? readA : await loadChangeable(fileB, options, terminal);
  const isCurrent = fileB === null || (await hasNoSetting(readB, ofCurrent));
  const scenarioB = await readB(isCurrent ? [...ofCurrent, ...ofB] : ofB);
  refuseMany(scenarioB.simulation, fileB ?? fileA, 'a comparison');

  const ran = await runBoth(scenarioA, scenarioB, terminal);
  const answer: ComparisonAnswer = {
    ...withWhenDiffers(comparisonOf(ran.a, ran.b, promises), scenarioA.simulation, scenarioB.simulation),
    of: {
      a: compared(scenarioA, fileA, current === undefined ? [] : [current], ofCurrent),
      b: compared(scenarioB, fileB, [...(setting === undefined ? [] : [setting]), ...set], ofB),
    },
    profile,
    promises,
    passed: limitsPassed(ran.b.outcome, limits, ran.a.outcome, scenarioB.simulation.prices.currency),
  };
  const document = documentOf(answer);
  await writeReport(document, options, terminal);
  const format = formatOf(options);
  printAnswer(document, format, terminal);
  if (answer.passed.length > 0) throw new LimitPassed(answer.passed);
}

function refuseNothing(fileA: string, fileB: string | null, { set, setting }: CompareOptions): void {
  if (fileB === null && set.length === 0 && setting === undefined)
    throw problem(
      { field: 'B' },
      'there is nothing to compare with',
      'name a second file, or say with --set or --setting what is otherwise',
    );
  if (fileA === '-' && fileB === '-')
    throw problem({ field: 'B' }, 'standard input cannot be read twice', 'name a file for one of them');
}

/** A trace tells nothing of what is set, so that the present setting is that of each. */
async function hasNoSetting(read: ReadWith, current: readonly FieldChange[]): Promise<boolean> {
  return current.length > 0 && (await read([])).isTrace;
}

async function runBoth(a: Scenario, b: Scenario, terminal: Terminal) {
  const interruption = terminal.onInterrupt();
  const progress = terminal.progress('comparing');
  try {
    const { run, others } = await oneByOne({
      simulation: a.simulation,
      sink: null,
      variants: [{ name: 'B', simulation: b.simulation }],
      interruption,
      show: (share) => progress.show(share),
    });
    const [other] = others;
    if (interruption.asked || other === undefined) throw new Interrupted('there is no answer');
    return {
      a: { simulation: a.simulation, outcome: outcomeOf(run) },
      b: { simulation: b.simulation, outcome: outcomeOf(other.run) },
    };
  } finally {
    progress.done();
    interruption.end();
  }
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

function documentOf(answer: ComparisonAnswer) {
  const { of, a, b, ...rest } = answer;
  return {
    schema: 'tidemark/comparison',
    version: 1,
    currency: of.b.simulation.prices.currency,
    a: sideOf(of.a, a),
    b: sideOf(of.b, b),
    ...rest,
    page: comparePage(answer),
  };
}

function sideOf({ file, changes, simulation, notes }: Compared, judged: ComparisonAnswer['a']) {
  const { setting, outcome, broken } = judged;
  return {
    file,
    changes,
    from: new Date(simulation.startMs).toISOString(),
    until: new Date(simulation.startMs + simulation.horizonMs).toISOString(),
    seed: simulation.seed,
    facts: simulation.facts.name,
    plan: simulation.plan,
    setting,
    outcome,
    broken,
    notes,
  };
}
