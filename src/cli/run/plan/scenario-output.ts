import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { type PlanResult, type ProjectResult, settingFields } from '../../../advisor/index.ts';
import { isFactSetName } from '../../../facts/index.ts';
import { nameOf, type OpenedFile, type Reader, traceFields, writtenValues } from '../../../library/index.ts';
import {
  configurationOf,
  type Plan,
  type ScheduledOutcome,
  withConfiguration,
} from '../../../planner/index.ts';
import { InvariantError, problem } from '../../../problem/index.ts';
import { hoursWords } from '../../../report/index.ts';
import {
  assumptionChanges,
  changedDocument,
  durationText,
  editedText,
  type FieldChange,
  namedFactFile,
  pricesText,
  readDocument,
  type Scenario,
  traceMentions,
  traceScenarioText,
} from '../../../scenario/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { RunPlanOptions } from './run-plan-options.ts';

const FLAG = '--write-scenario';

/** Writes the scenario of a plan. A path that cannot be written is refused before the plan is made. */
export function scenarioOutput(
  { path: file, kind }: OpenedFile,
  { writeScenario: path, force }: RunPlanOptions,
  terminal: Terminal,
): ((text: string) => void) | null {
  if (path === undefined) return null;
  const isTrace = kind === 'trace';
  if (isTrace && file === '-')
    throw problem(
      { field: FLAG },
      'a scenario names its trace, and this one has no name',
      'save it to a file',
    );
  if (path === '-') return terminal.out;
  if (isTrace && resolve(path) === resolve(file))
    throw problem({ field: FLAG }, 'this is the trace itself', 'name another file');
  if (!force && terminal.exists(path))
    throw problem({ file: path }, 'the file exists already', 'name another, or add --force');
  return (text) => {
    const written = terminal.create(path);
    written.write(text);
    written.commit();
    terminal.err(`${path} is written. Next: tidemark simulate ${path}\n`);
  };
}

/** The planned scenario with the recommendation, or else with the current configuration or the nearest one. */
export async function scenarioText(
  file: OpenedFile,
  options: RunPlanOptions,
  { scenario, answer: found }: PlanResult,
  reader: Reader,
): Promise<string> {
  const best = found.recommendation ?? found.current ?? found.nearest;
  if (best === null) throw new InvariantError('a whole plan has run some configuration');
  const scheduled = found.schedule?.best ?? null;
  const configuration = scheduled?.outside ?? best.configuration;
  const schedule = scheduled && [scheduledFields(scheduled)];
  const { horizonMs } = found.simulation;
  if (file.kind !== 'trace') {
    const isRouted =
      configuration.route !== 'mixed' && configuration.route !== configurationOf(scenario.simulation).route;
    const settings = [
      ...settingFields(configuration, FLAG),
      ...(schedule === null ? [] : [{ flag: FLAG, path: ['compute', 'schedule'], value: schedule }]),
      ...(isRouted ? [{ flag: FLAG, path: ['pooler'], value: configuration.route === 'pooler' }] : []),
    ];
    return scenarioWith(file, options, { scenario, horizonMs, settings }, reader);
  }
  return traceScenarioText({
    why: scenario.why,
    reason:
      scheduled === null ? reasonOf(found) : 'A schedule that costs less than the recommended configuration.',
    schedule,
    simulation: { ...withConfiguration(scenario.simulation, configuration), horizonMs },
    facts: factsFrom(options, null) ?? scenario.simulation.facts.name,
    trace: traceFields(pathFrom(options, file.path), options, scenario.simulation.zone.name),
    notes: scenario.notes,
    exclude: options.exclude ?? [],
    events: options.event ?? [],
    bill: billFields(options),
  });
}

function reasonOf({ verdict, current }: Plan): string {
  switch (verdict) {
    case 'choose':
    case 'change':
      return 'The recommended configuration.';
    case 'keep':
      return 'The current configuration, which can stay.';
    case 'none':
      return current === null
        ? 'No configuration meets all objectives; this one breaks fewest.'
        : 'The current configuration. No configuration meets all objectives.';
  }
}

/** The scenario of a project with the recommendations. An entry without one stays as it is. */
export async function projectText(
  file: OpenedFile,
  options: RunPlanOptions,
  { scenario, answer }: ProjectResult,
  reader: Reader,
): Promise<string> {
  const settings = scenario.entries.flatMap(({ path, replicas }, at): FieldChange[] => {
    const { today, advised } = answer.entries[at] as (typeof answer.entries)[number];
    const { count, judged } = advised ?? today;
    const { route } = judged.configuration;
    const isRouted = route !== 'mixed' && route !== today.judged.configuration.route;
    return [
      ...settingFields(judged.configuration, FLAG, path),
      ...(isRouted ? [{ flag: FLAG, path: [...path, 'pooler'], value: route === 'pooler' }] : []),
      ...(replicas === null ? [] : [{ flag: FLAG, path: [...path, 'replicas'], value: count }]),
    ];
  });
  const { horizonMs } = scenario.simulation;
  return scenarioWith(file, options, { scenario, horizonMs, settings }, reader);
}

async function scenarioWith(
  { path: file, text: textOf }: OpenedFile,
  options: RunPlanOptions,
  {
    scenario,
    horizonMs,
    settings,
  }: {
    readonly scenario: Scenario;
    readonly horizonMs: number;
    readonly settings: readonly FieldChange[];
  },
  reader: Reader,
): Promise<string> {
  const text = await textOf();
  const document = readDocument(text, nameOf(file));
  const { simulation } = scenario;
  const { seed, plan, prices } = options;
  const named = namedFactFile(document);
  const fields = {
    seed,
    facts: factsFrom(options, named === null ? null : reader.beside(file, named)),
    plan,
    prices: prices === undefined ? undefined : pricesText(simulation.prices),
    horizon: horizonMs === simulation.horizonMs ? undefined : durationText(horizonMs),
    exclude: listWith(document.value, 'exclude', options.exclude),
    events: listWith(document.value, 'events', options.event),
  };
  const changes: FieldChange[] = [
    ...settings,
    ...Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ flag: FLAG, path: [name], value })),
    ...billChanges(options),
    ...assumptionChanges(writtenValues(options.assume), document, FLAG),
    ...traceMentions(document).map(({ reference, path }) => ({
      flag: FLAG,
      path,
      value: pathFrom(options, reader.beside(file, reference.file)),
    })),
  ];
  return editedText(text, document, changedDocument(document, changes).value);
}

/** An entry of the field `schedule`. */
function scheduledFields({ hours, inside }: ScheduledOutcome): object {
  const fields = settingFields(inside, FLAG).map(({ path, value }) => [path.at(-1), value] as const);
  return { hours: hoursWords(hours), ...Object.fromEntries(fields) };
}

/** The flags of the bill have the notation of the fields. */
function billFields({ storage, restoreHistory, transfer }: RunPlanOptions): Record<string, string> {
  return {
    ...(storage === undefined ? {} : { storage }),
    ...(restoreHistory === undefined ? {} : { restoreHistory }),
    ...(transfer === undefined ? {} : { transfer }),
  };
}

function billChanges(options: RunPlanOptions): FieldChange[] {
  const fields = Object.entries(billFields(options));
  // The size of the history replaces what it would follow from.
  const replaced = options.restoreHistory === undefined ? [] : ['written', 'restoreWindow'];
  return [...fields, ...replaced.map((name) => [name, undefined] as const)].map(([name, value]) => ({
    flag: FLAG,
    path: ['bill', name],
    value,
  }));
}

/** The values of the file, followed by those of flags. */
function listWith(
  value: unknown,
  field: string,
  more: readonly string[] = [],
): readonly unknown[] | undefined {
  const own = (value as Readonly<Record<string, readonly unknown[] | undefined>>)[field];
  return more.length === 0 ? undefined : [...(own ?? []), ...more];
}

/** The field `facts` for those of the flag, or else of the file that the scenario names. Undefined if there is neither. */
function factsFrom(options: RunPlanOptions, ownFile: string | null): string | undefined {
  const { facts = ownFile ?? undefined } = options;
  return facts === undefined || isFactSetName(facts) ? facts : pathFrom(options, facts);
}

/** The path of a file relative to the folder of the scenario. */
function pathFrom({ writeScenario: path = '-' }: RunPlanOptions, file: string): string {
  return isAbsolute(file) ? file : relative(path === '-' ? '.' : dirname(path), file);
}
