import { DAY_MS, type FactSet, factSet, type PriceList } from '../facts/index.ts';
import { type Problem, ProblemError } from '../problem/index.ts';
import { DEFAULT_COUNTED, type Simulation } from '../simulator/index.ts';
import type { CensoredDemand, CpuBound, TimedBound } from '../trace/index.ts';
import { createZone, type Zone } from '../workload/index.ts';
import { toldProblems, withToldAssumptions, withToldLoads } from './changes/with-told.ts';
import { computePlans } from './computes/compute-plans.ts';
import { waitingProblems } from './computes/waiting-clients.ts';
import type { Overrides } from './context.ts';
import type { ExcludedPart } from './demand/excluded-demand.ts';
import type { NamedTraces } from './demand/trace-demand.ts';
import { eventProblems, withEvents } from './demand/with-events.ts';
import { withTraces } from './demand/with-traces.ts';
import { withPrices } from './files/price-file.ts';
import type { RareEvent } from './notation/rare-event.ts';
import { assumptionsOf } from './schema/assumption-fields.ts';
import { type ScenarioFile, scenarioSchema } from './schema/scenario-schema.ts';
import { check } from './text/check.ts';
import type { Document } from './text/document.ts';

export interface PassThroughItem {
  readonly name: string;
  readonly perMonthMicros: number;
}

/** A question in a file: why it is asked, and the simulation that answers it. */
export interface Scenario {
  readonly why: string;
  readonly simulation: Simulation;
  readonly passThrough: readonly PassThroughItem[];
  /** The assumptions that the file sets. */
  readonly set: readonly string[];
  /** What was taken for what where traces became demand, a sentence each. */
  readonly notes: readonly string[];
  /** What was cut out of traces, and what is known to come beside what they and the shapes say. */
  readonly excluded: readonly ExcludedPart[];
  readonly events: readonly RareEvent[];
  /** It is a trace alone, and so nobody has said which setting it is for. */
  readonly isTrace: boolean;
  /** Of a trace alone: samples that say but "at least"; null: nobody knows what there was to work with. */
  readonly hiddenDemand: CensoredDemand | null;
  /** The same of other quantities that have a limit which is known. */
  readonly bounds: readonly TimedBound[];
  /** Of a trace alone: what its CPU cannot have been more than, where it was not measured. */
  readonly cpuBound: CpuBound | null;
}

export function readScenario(
  document: Document,
  overrides: Overrides = {},
  traces: NamedTraces = new Map(),
): Scenario {
  const written = check(document, scenarioSchema);
  const zone = createZone(written.timezone);
  const { start } = written;
  const startMs = 'utcMs' in start ? start.utcMs : zone.utcMs(start.localMs);
  const exclude = [
    ...written.exclude.map((exclusion, i) => ({ exclusion, place: document.place(['exclude', i]) })),
    ...(overrides.exclude ?? []).map((exclusion) => ({ exclusion, place: { field: '--exclude' } })),
  ];
  const facts = factSet(overrides.facts ?? written.facts);
  const { file, notes, excluded } = withTraces(written, document, { startMs, zone, facts, traces, exclude });
  return scenarioOf(file, {
    document,
    zone,
    startMs,
    notes,
    excluded,
    isTrace: false,
    hiddenDemand: null,
    bounds: [],
    cpuBound: null,
    overrides,
  });
}

/** What a scenario is read with, whether a person wrote it or it follows from a trace alone. */
interface ScenarioSetting {
  readonly document: Document;
  readonly zone: Zone;
  readonly startMs: number;
  readonly notes: readonly string[];
  readonly excluded: readonly ExcludedPart[];
  readonly isTrace: boolean;
  readonly hiddenDemand: CensoredDemand | null;
  readonly bounds: readonly TimedBound[];
  readonly cpuBound: CpuBound | null;
  readonly overrides: Overrides;
}

export function scenarioOf(
  written: ScenarioFile,
  {
    document,
    zone,
    startMs,
    notes,
    excluded,
    isTrace,
    hiddenDemand,
    bounds,
    cpuBound,
    overrides,
  }: ScenarioSetting,
): Scenario {
  const events = [
    ...written.events.map((event, i) => ({ event, place: document.place(['events', i]) })),
    ...(overrides.events ?? []).map((event) => ({ event, place: { field: '--event' } })),
  ];
  const all = [...(written.demand ?? []), ...(written.computes ?? []).flatMap(({ demand }) => demand)];
  const file = {
    ...written,
    demand: written.demand === undefined ? undefined : withEvents(written.demand, events),
    computes: written.computes?.map((one) => ({ ...one, demand: withEvents(one.demand, events) })),
  };
  const facts = factSet(overrides.facts ?? file.facts);
  const plan = overrides.plan ?? file.plan;
  const problems: Problem[] = eventProblems(events, all, { startMs, horizonMs: file.horizon, zone });
  const context = { file, document, facts, plan, zone, startMs, overrides, problems };
  const { assume = {} } = overrides;
  const planned = computePlans(context);
  problems.push(...toldProblems(planned, assume));
  problems.push(...waitingProblems(context));
  if (problems.length > 0) throw new ProblemError(problems);
  return {
    why: file.why,
    set: Object.keys(file.assumptions ?? {}),
    notes,
    excluded,
    events: events.map(({ event }) => event),
    isTrace,
    hiddenDemand,
    bounds,
    cpuBound,
    passThrough: file.passThrough.map(({ name, perMonth }) => ({
      name,
      perMonthMicros: Math.round(perMonth * 1e6),
    })),
    simulation: {
      startMs,
      horizonMs: file.horizon,
      zone,
      seed: overrides.seed ?? file.seed,
      facts,
      plan,
      prices: overrides.prices?.(facts) ?? pricesOf(file, document, facts),
      assumptions: withToldAssumptions(assumptionsOf(file.assumptions ?? {}), assume),
      counted: { ...DEFAULT_COUNTED, ...overrides.counted },
      releases: releasesOf(file.releases),
      computes: planned.map((one) => ({ ...one, demand: withToldLoads(one.demand, assume) })),
      stepping: false,
    },
  };
}

function pricesOf({ prices }: ScenarioFile, document: Document, facts: FactSet): PriceList {
  if (prices === undefined) return facts.prices.value;
  return withPrices(prices, facts.prices.value, document.file, document.place(['prices', 'currency']));
}

function releasesOf(releases: ScenarioFile['releases']): Simulation['releases'] {
  if (releases === 'none') return null;
  // Weekly releases come in the middle of the second night, as a maintenance window would.
  if (releases === 'weekly') return { everyMs: 7 * DAY_MS, firstMs: DAY_MS + DAY_MS / 8 };
  return { everyMs: releases.every, firstMs: Math.round(releases.first) };
}
