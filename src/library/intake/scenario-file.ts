import { withPlace } from '../../advisor/index.ts';
import { type Place, ProblemError, problem } from '../../problem/index.ts';
import {
  changedDocument,
  type Document,
  type FieldChange,
  isPortfolio,
  type NamedTrace,
  namedFactFile,
  type Overrides,
  readDocument,
  readScenario,
  type Scenario,
  type TraceReference,
  traceMentions,
  withoutChangedFields,
} from '../../scenario/index.ts';
import { isZone } from '../../workload/index.ts';
import { capacityOf } from '../settings/capacity.ts';
import { type HowToRead, zoneOf } from '../settings/how-to-read.ts';
import { factSetOf } from './fact-set.ts';
import { namedAt, nameOf, openSource } from './input.ts';
import { KeptPipes } from './kept-pipes.ts';
import { inMemory } from './named-trace.ts';
import { recognisedFile } from './open-file.ts';
import { traceOf } from './open-trace.ts';
import type { FileSource, Reader } from './reader.ts';

/** Reads a scenario, and the traces and the facts that it names. */
export async function readScenarioFile(
  file: string,
  text: string,
  overrides: Overrides,
  reader: Reader,
  changes: readonly FieldChange[] = [],
  pipes = new KeptPipes(),
): Promise<Scenario> {
  const written = readDocument(text, nameOf(file));
  if (isPortfolio(written))
    throw problem(
      written.place(['databases']),
      'this is a list of databases, but the command takes one',
      `name one of them, such as ${nameOf(file)}#NAME; plan, backtest and check take the list`,
    );
  const document = changedDocument(written, changes);
  const factFile = namedFactFile(document);
  const withOwnFacts = (asked: Overrides): Overrides =>
    asked.facts !== undefined || factFile === null
      ? asked
      : { ...asked, facts: factSetOf(factFile, reader, document.place(['facts']), file) };
  const traces = new Map<string, NamedTrace>();
  for (const { reference, path } of traceMentions(document)) {
    if (traces.has(reference.key)) continue;
    const where = reader.beside(file, reference.file);
    const source = pipes.open(where, () => sourceAt(where, document.place(path), reader));
    const how = howToReadNamed(
      reference,
      scenarioZone(document),
      document.place([...path.slice(0, -1), 'capacity']),
    );
    const read = async () => {
      const open = await traceOf(await recognisedFile(where, source), how);
      return inMemory(open, where, reader);
    };
    traces.set(reference.key, await read().catch(withoutSuggestions));
  }
  try {
    return readScenario(document, withOwnFacts(withoutChangedFields(overrides, changes)), traces);
  } catch (error) {
    return withoutSuggestions(error);
  }
}

function howToReadNamed(
  {
    map,
    vcpus,
    instance,
    where,
    gap,
    logPrefix,
    preset,
    strict,
    capacity: sizes,
    idleBelow,
    ...reference
  }: TraceReference,
  zone: string | undefined,
  capacityAt: Place,
): HowToRead {
  const timezone = zoneOf(reference.timezone ?? zone);
  const capacity = sizes === undefined ? undefined : withPlace(capacityAt, () => capacityOf(sizes, timezone));
  const memoryBytes = instance?.memoryBytes ?? null;
  return { vcpus, memoryBytes, map, where, timezone, gap, logPrefix, preset, strict, capacity, idleBelow };
}

/** Drops suggested flags: a scenario has fields of its own for how to read a trace. */
function withoutSuggestions(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error;
  throw new ProblemError(error.problems.map(({ suggestions: _, ...one }) => one));
}

/** Reports a file that cannot be opened at the line that names it. */
function sourceAt(path: string, place: Place, reader: Reader): FileSource {
  try {
    return openSource(path, reader);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw namedAt(place, path, error);
  }
}

/** The time zone of a scenario. A wrong zone is reported when the scenario is read. */
function scenarioZone({ value }: Document): string | undefined {
  const { timezone } = value as { readonly timezone?: unknown };
  return typeof timezone === 'string' && isZone(timezone) ? timezone : undefined;
}
