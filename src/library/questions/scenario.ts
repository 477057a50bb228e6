import {
  changedDocument,
  editedText,
  readDocument,
  type Scenario,
  traceScenarioText,
} from '../../scenario/index.ts';
import type { ScenarioFields } from '../asking/source.ts';
import { loadChangeable } from '../intake/load.ts';
import { openFile } from '../intake/open-file.ts';
import { fieldChangesOf } from '../settings/changes.ts';
import type { ChangedFields, TraceOptions } from '../settings/options.ts';
import { traceFields } from '../settings/trace-fields.ts';
import type { Host } from './host.ts';

/**
 * The options of `readScenario`.
 *
 * @example
 * ```ts
 * import { readScenario, type ScenarioOptions } from 'tidemark';
 *
 * const options: ScenarioOptions = { set: { max: 4, suspendAfter: 'off' } };
 * const { fields } = await readScenario('scenarios/poller.yaml', options);
 * console.log(fields.compute); // { min: 0.25, max: 4, suspendAfter: 'off' }
 * ```
 */
export interface ScenarioOptions extends TraceOptions, ChangedFields {}

/**
 * A scenario as a file, and as fields.
 *
 * @example
 * ```ts
 * import { type ReadScenario, readScenario } from 'tidemark';
 *
 * const read: ReadScenario = await readScenario('scenarios/traces/office-week.jsonl');
 * console.log(read.kind, read.fields.timezone); // trace Europe/Berlin
 * ```
 */
export interface ReadScenario {
  /** The kind of the source. */
  readonly kind: 'scenario' | 'trace';
  /** The fields of the scenario, with those that were changed. */
  readonly fields: ScenarioFields;
  /** The text of a scenario file. If the source is a scenario, it keeps its comments. */
  readonly text: string;
}

export async function scenarioInFile(
  path: string,
  options: ScenarioOptions,
  { reader }: Host,
): Promise<ReadScenario> {
  const changes = fieldChangesOf(options.set);
  const file = await openFile(path, reader);
  const isTrace = file.kind === 'trace';
  const text = isTrace ? null : await file.text();
  file.close();
  const read = await loadChangeable(path, options, reader);
  // The changes are tried, so that a wrong one is a problem here.
  await read(changes);
  const written = text ?? traceText(path, options, await read([]));
  const document = readDocument(written, file.name);
  const fields = changedDocument(document, changes).value as ScenarioFields;
  return {
    kind: isTrace ? 'trace' : 'scenario',
    fields,
    text: changes.length === 0 ? written : editedText(written, document, fields),
  };
}

/** The scenario that stands for a trace. */
function traceText(path: string, options: ScenarioOptions, { why, simulation, notes }: Scenario): string {
  return traceScenarioText({
    schedule: null,
    why,
    reason: 'The configuration in question.',
    simulation,
    facts: simulation.facts.name,
    trace: traceFields(path, options, simulation.zone.name),
    notes,
    exclude: [],
    events: [],
    bill: {},
  });
}
