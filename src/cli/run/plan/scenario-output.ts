import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { settingFields } from '../../../advisor/index.ts';
import { type Configuration, configurationOf, type Plan, withConfiguration } from '../../../planner/index.ts';
import { InvariantError, problem } from '../../../problem/index.ts';
import {
  assumptionChanges,
  changedDocument,
  durationText,
  editedText,
  type FieldChange,
  parseAssumptions,
  pricesText,
  readDocument,
  type Scenario,
  traceMentions,
  traceScenarioText,
} from '../../../scenario/index.ts';
import type { Simulation } from '../../../simulator/index.ts';
import { besideFile, nameOf } from '../../files/input.ts';
import type { PlanOptions } from '../../flags/plan-options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

const FLAG = '--write-scenario';

/** Writes the scenario of a plan. A path that cannot be written is refused before the plan is made. */
export function scenarioOutput(
  file: string,
  { writeScenario: path, force }: PlanOptions,
  read: string | null,
  terminal: Terminal,
): ((text: string) => void) | null {
  if (path === undefined) return null;
  if (read === null && file === '-')
    throw problem(
      { field: FLAG },
      'a scenario names its trace, and this one has no name',
      'save it to a file',
    );
  if (path === '-') return terminal.out;
  if (read === null && resolve(path) === resolve(file))
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

/** A scenario and its text. The text is null for a trace. */
interface WrittenScenario {
  readonly scenario: Scenario;
  readonly text: string | null;
}

/** The planned scenario with the recommendation, or else with the current configuration or the nearest one. */
export function scenarioText(
  file: string,
  options: PlanOptions,
  { scenario, text }: WrittenScenario,
  found: Plan & { readonly simulation: Simulation },
): string {
  const best = found.recommendation ?? found.current ?? found.nearest;
  if (best === null) throw new InvariantError('a whole plan has run some configuration');
  const { configuration } = best;
  const { horizonMs } = found.simulation;
  if (text !== null) return scenarioWith(file, text, options, { scenario, horizonMs, configuration });
  return traceScenarioText({
    why: scenario.why,
    reason: reasonOf(found),
    simulation: { ...withConfiguration(scenario.simulation, configuration), horizonMs },
    trace: traceFields(file, options, scenario.simulation.zone.name),
    notes: scenario.notes,
    exclude: options.exclude ?? [],
    events: options.event ?? [],
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

/** Turns the flags for reading a trace into fields of a scenario. */
function traceFields(file: string, options: PlanOptions, zone: string): Record<string, unknown> {
  const {
    map,
    vcpus,
    timezone = 'UTC',
    gap,
    preset,
    logPrefix,
    strict,
    capacity,
    cpuPerQuery,
    instance,
    where,
    idleBelow,
  } = options;
  const { concurrency, connections, memory } = parseAssumptions(options.assume ?? [], '--assume');
  const fields = {
    file: pathFrom(options, file),
    map: map.length === 0 ? undefined : map,
    vcpus,
    timezone: timezone === zone ? undefined : timezone,
    gap,
    preset,
    logPrefix,
    strict: strict || undefined,
    capacity,
    idleBelow,
    cpuPerQuery,
    instance: instance?.name,
    where,
    concurrency,
    connections,
    memory,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function scenarioWith(
  file: string,
  text: string,
  options: PlanOptions,
  {
    scenario,
    horizonMs,
    configuration,
  }: { readonly scenario: Scenario; readonly horizonMs: number; readonly configuration: Configuration },
): string {
  const document = readDocument(text, nameOf(file));
  const { simulation } = scenario;
  const { seed, facts, plan, prices } = options;
  const fields = {
    seed,
    facts,
    plan,
    prices: prices === undefined ? undefined : pricesText(simulation.prices),
    horizon: horizonMs === simulation.horizonMs ? undefined : durationText(horizonMs),
    exclude: listWith(document.value, 'exclude', options.exclude),
    events: listWith(document.value, 'events', options.event),
  };
  const isRouted =
    configuration.route !== 'mixed' && configuration.route !== configurationOf(simulation).route;
  const changes: FieldChange[] = [
    ...settingFields(configuration, FLAG),
    ...(isRouted ? [{ flag: FLAG, path: ['pooler'], value: configuration.route === 'pooler' }] : []),
    ...Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({ flag: FLAG, path: [name], value })),
    ...assumptionChanges(options.assume ?? [], document, FLAG),
    ...traceMentions(document).map(({ reference, path }) => ({
      flag: FLAG,
      path,
      value: pathFrom(options, besideFile(file, reference.file)),
    })),
  ];
  return editedText(text, document, changedDocument(document, changes).value);
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

/** The path of a file relative to the folder of the scenario. */
function pathFrom({ writeScenario: path = '-' }: PlanOptions, file: string): string {
  return isAbsolute(file) ? file : relative(path === '-' ? '.' : dirname(path), file);
}
