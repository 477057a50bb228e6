import { dirname, join } from 'node:path';
import { type Place, ProblemError, problem } from '../../problem/index.ts';
import {
  type Document,
  type NamedTrace,
  type Overrides,
  readDocument,
  readScenario,
  type Scenario,
  traceMentions,
  traceScenario,
  tracesScenario,
} from '../../scenario/index.ts';
import { isTrace, lookAhead } from '../../trace/index.ts';
import { isZone } from '../../workload/index.ts';
import type { FileSource } from '../file-source.ts';
import { nameOf, openSource, wholeText } from '../input.ts';
import type { ByOptions, SimulationOptions, TraceOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { overridesOf } from './overrides.ts';
import { cpuPerQueryOf, howToRead, readNamedTrace, zoneOf } from './trace/named-trace.ts';
import { openParts } from './trace/open-parts.ts';

/** A scenario, or a trace in place of one: which of them a file is, its first bytes say. */
export async function loadScenario(
  file: string,
  options: SimulationOptions & TraceOptions & ByOptions,
  terminal: Terminal,
): Promise<Scenario> {
  const overrides = overridesOf(options, terminal);
  if (options.by !== undefined) {
    const cpuMsPerQuery = cpuPerQueryOf(options.cpuPerQuery);
    const parts = await openParts(file, options, options.by, terminal);
    return tracesScenario(
      parts,
      { file: nameOf(file), cpuMsPerQuery, vcpus: options.vcpus ?? null },
      overrides,
    );
  }
  const opened = openSource(file, terminal);
  const { first, source } = await lookAhead(opened);
  if (isTrace(first)) {
    const how = howToRead(options);
    const cpuMsPerQuery = cpuPerQueryOf(options.cpuPerQuery);
    const named = await readNamedTrace(file, { ...opened, ...source }, how, terminal);
    return traceScenario(named, { file: nameOf(file), cpuMsPerQuery, vcpus: how.vcpus }, overrides);
  }
  refuseTraceFlags(options);
  const text = await wholeText(source, file);
  return readScenarioFile(file, text, overrides, terminal);
}

/** A scenario with the traces that it names. */
export async function readScenarioFile(
  file: string,
  text: string,
  overrides: Overrides,
  terminal: Terminal,
): Promise<Scenario> {
  const document = readDocument(text, nameOf(file));
  const traces = new Map<string, NamedTrace>();
  for (const { reference, path } of traceMentions(document)) {
    if (traces.has(reference.key)) continue;
    const where = file === '-' ? reference.file : join(dirname(file), reference.file);
    const { map, vcpus, gap, preset, strict } = reference;
    const timezone = zoneOf(reference.timezone ?? scenarioZone(document));
    const source = sourceAt(where, document.place(path), terminal);
    traces.set(
      reference.key,
      await readNamedTrace(where, source, { map, vcpus, timezone, gap, preset, strict }, terminal),
    );
  }
  return readScenario(document, overrides, traces);
}

/** A file that is not there is a mistake of the line that names it. */
function sourceAt(path: string, place: Place, terminal: Terminal): FileSource {
  try {
    return openSource(path, terminal);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(
      error.problems.map(({ found, remedy }) => ({ place, found: `${path}: ${found}`, remedy })),
    );
  }
}

/** A scenario's own zone; a wrong one is told when the scenario is read. */
function scenarioZone({ value }: Document): string | undefined {
  const { timezone } = value as { readonly timezone?: unknown };
  return typeof timezone === 'string' && isZone(timezone) ? timezone : undefined;
}

const TRACE_FLAGS = {
  map: '--map',
  vcpus: '--vcpus',
  timezone: '--timezone',
  gap: '--gap',
  preset: '--preset',
  strict: '--strict',
  cpuPerQuery: '--cpu-per-query',
} as const;

function refuseTraceFlags(options: TraceOptions): void {
  for (const [name, flag] of Object.entries(TRACE_FLAGS)) {
    const value = options[name as keyof typeof TRACE_FLAGS];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    throw problem(
      { field: flag },
      'this flag is for a trace, and the file is a scenario',
      'leave it out; a demand of kind trace has a field for it',
    );
  }
}
