import { configurationChanges, incident } from '../../advisor/index.ts';
import { problem } from '../../problem/index.ts';
import { parseDuration, type Scenario } from '../../scenario/index.ts';
import { nameOf } from '../intake/input.ts';
import { loadChangeable } from '../intake/load.ts';
import { instantIn } from '../settings/instant.ts';
import { objectivesOf, USUAL_PROFILE } from '../settings/objectives.ts';
import type { ObjectiveOptions, QuestionOptions, TraceOptions } from '../settings/options.ts';
import type { Host } from './host.ts';

/**
 * The options of `incident`.
 *
 * @example
 * ```ts
 * import { type IncidentOptions, incident } from 'tidemark';
 *
 * // A trace does not say its configuration, so `current` names it.
 * const options: IncidentOptions = { at: '2026-03-02T13:00', around: '30m', current: '0.25, 5m' };
 * const { troubles } = await incident('scenarios/traces/neon-day.json', options, { threads: 1 });
 * for (const { from, resource } of troubles) console.log(from, resource); // 2026-03-02T12:35:00.000Z cpu
 * ```
 */
export interface IncidentOptions extends QuestionOptions, TraceOptions, ObjectiveOptions {
  /** When it happened: a time such as `2026-03-04T10:15`, or a time from the beginning such as `3h`. */
  readonly at: string;
  /** How far to look before and after it, such as `30m`; `1h` if nothing is said. */
  readonly around?: string;
  /** The configuration at that time, such as `0.25-2, 5m`. */
  readonly current?: string;
}

export async function incidentInFile(file: string, options: IncidentOptions, { reader, asked }: Host) {
  const { profile, at, around = '1h', current } = options;
  const objectives = objectivesOf(options);
  const aroundMs = aroundOf(around);
  const changes = current === undefined ? [] : configurationChanges(current, '‹current›');
  const read = await loadChangeable(file, options, reader);
  const scenario = await read(changes);
  const configurationFrom =
    current !== undefined
      ? ('flag' as const)
      : scenario.isTrace
        ? ('default' as const)
        : ('scenario' as const);
  const request = {
    name: nameOf(file),
    at,
    atMs: atOf(at, scenario),
    aroundMs,
    configurationFrom,
    profile: profile ?? USUAL_PROFILE,
    objectives,
  };
  return asked((asking) => incident(scenario, request, asking));
}

function aroundOf(text: string): number {
  const ms = parseDuration(text);
  if (ms !== null && ms >= SHORTEST_MS && ms <= LONGEST_MS) return Math.round(ms);
  throw problem(
    { field: '‹around›' },
    `found "${text}"`,
    'write a duration with its unit such as 30m, from 1s to 7d',
  );
}

const SHORTEST_MS = 1000;
const LONGEST_MS = 7 * 24 * 3600 * 1000;

/** The time of the incident, in milliseconds of the run. */
function atOf(text: string, { simulation }: Scenario): number {
  const { startMs, zone } = simulation;
  const afterMs = parseDuration(text);
  return afterMs !== null ? Math.round(afterMs) : instantIn('‹at›', text, zone.name) - startMs;
}
