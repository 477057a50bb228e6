import {
  incidentOf,
  type Objectives,
  type ProfileName,
  unknownWithin,
  type Window,
} from '../planner/index.ts';
import { problem } from '../problem/index.ts';
import { type IncidentAnswer, incidentDocument } from '../report/index.ts';
import type { Scenario } from '../scenario/index.ts';
import { type Asking, isAborted } from './asking.ts';
import { refuseMany } from './one-compute.ts';

interface IncidentRequest {
  /** The name to show in problems. */
  readonly name: string;
  /** The time of the incident, as the user wrote it and in milliseconds of the run. */
  readonly at: string;
  readonly atMs: number;
  /** How far the window extends before and after it. */
  readonly aroundMs: number;
  readonly configurationFrom: IncidentAnswer['configurationFrom'];
  readonly profile: ProfileName;
  readonly objectives: Objectives;
}

/** Finds the resource that ran out in a window of time, and the smallest change that prevents it. */
export async function incident(scenario: Scenario, request: IncidentRequest, asking: Asking) {
  const { simulation } = scenario;
  const { name, atMs, aroundMs, configurationFrom, profile, objectives } = request;
  refuseMany(simulation, name, 'an answer');
  refuseOutside(scenario, request);
  const window = {
    fromMs: Math.max(0, atMs - aroundMs),
    untilMs: Math.min(simulation.horizonMs, atMs + aroundMs),
  };
  refuseUnknown(scenario, window, name);
  const partMs = simulation.horizonMs / PARTS;
  const found = await incidentOf(
    { simulation, window, objectives },
    async (run, untilMs) => {
      do {
        if (await isAborted(asking)) throw asking.signal.reason;
        run.advance(Math.min(untilMs, Math.floor(run.nowMs + partMs) + 1));
      } while (run.nowMs < untilMs);
    },
    (share) => asking.progress('looking', share, 1),
  );
  const answer: IncidentAnswer = {
    ...found,
    why: scenario.isTrace ? null : scenario.why,
    simulation,
    configurationFrom,
    atMs,
    aroundMs,
    profile,
    objectives,
    notes: scenario.notes,
  };
  return { document: incidentDocument(answer), answer };
}

/** The run pauses between this many parts. */
const PARTS = 200;

function refuseOutside({ simulation }: Scenario, { name, at, atMs }: IncidentRequest): void {
  const { horizonMs, zone } = simulation;
  if (atMs >= 0 && atMs < horizonMs) return;
  const [from, until] = [0, horizonMs].map((ms) => local(ms, simulation));
  throw problem(
    { file: name, options: ['at'] },
    `it does not cover ${at}`,
    `name a time from ${from} on and before ${until} (${zone.name})`,
  );
}

/** A window without any samples has no answer. */
function refuseUnknown({ simulation }: Scenario, window: Window, name: string): void {
  const [compute] = simulation.computes;
  const unknown = compute === undefined ? null : unknownWithin(compute, window);
  if (unknown === null) return;
  const { beforeMs, afterMs } = unknown;
  const known = [
    ...(beforeMs === null ? [] : [`before ${local(beforeMs, simulation)}`]),
    ...(afterMs === null ? [] : [`from ${local(afterMs, simulation)} on`]),
  ];
  throw problem(
    { file: name, options: ['at', 'around'] },
    `the trace has no samples from ${local(window.fromMs, simulation)} to ${local(window.untilMs, simulation)}`,
    known.length === 0
      ? 'give a trace with samples'
      : `name a time ${known.join(', or ')} (${simulation.zone.name})`,
  );
}

function local(ms: number, { startMs, zone }: Scenario['simulation']): string {
  return new Date(zone.localMs(startMs + ms)).toISOString().slice(0, 19);
}
