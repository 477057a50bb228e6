import {
  DAY_MS,
  FACT_SET_NAMES,
  type FactSet,
  factSet,
  isFactSetName,
  type PriceList,
} from '../facts/index.ts';
import type { StatedUse } from '../planner/index.ts';
import { type Problem, ProblemError, problem } from '../problem/index.ts';
import { type ComputePlan, DEFAULT_COUNTED, type Simulation } from '../simulator/index.ts';
import type { CensoredDemand, CpuBound, TimedBound } from '../trace/index.ts';
import { createZone, type Zone } from '../workload/index.ts';
import { statedUse } from './bill/stated-use.ts';
import { unusedLoadOverrides, withAssumptionOverrides, withLoadOverrides } from './changes/with-overrides.ts';
import { type ComputeEntry, computeEntries } from './computes/compute-plans.ts';
import { replicasOf } from './computes/replicas.ts';
import { waitingProblems } from './computes/waiting-clients.ts';
import type { Overrides } from './context.ts';
import type { ExcludedPart } from './demand/excluded-demand.ts';
import type { NamedTraces } from './demand/trace-demand.ts';
import { eventProblems, withEvents } from './demand/with-events.ts';
import { withTraces } from './demand/with-traces.ts';
import { withPrices } from './files/price-file.ts';
import { likelyNote, type Uncertain, uncertainIn } from './intervals/uncertain.ts';
import type { RareEvent } from './notation/rare-event.ts';
import { assumptionsOf } from './schema/assumption-fields.ts';
import { type ScenarioFile, scenarioSchema } from './schema/scenario-schema.ts';
import { checkDocument } from './text/check.ts';
import type { Document } from './text/document.ts';

export interface PassThroughItem {
  readonly name: string;
  readonly perMonthMicros: number;
}

/** A scenario: why the question is asked, and the simulation that answers it. */
export interface Scenario {
  readonly why: string;
  readonly simulation: Simulation;
  /** The computes of the simulation, by the entries that stand for them, in the same order. */
  readonly entries: readonly ComputeEntry[];
  readonly passThrough: readonly PassThroughItem[];
  /** The project's use of other things than compute. Null if the file says nothing of it. */
  readonly use: StatedUse | null;
  /** The assumptions that the file sets. */
  readonly set: readonly string[];
  /** How traces became demand, one sentence for each note. */
  readonly notes: readonly string[];
  /** The parts that were excluded from traces. */
  readonly excluded: readonly ExcludedPart[];
  readonly events: readonly RareEvent[];
  /** Whether this is a trace without a scenario file, so that nobody has stated a configuration. */
  readonly isTrace: boolean;
  /** Whether a compute has a schedule, so that there is more than one current configuration. */
  readonly isScheduled: boolean;
  /** Samples of CPU that are lower bounds. Null for a scenario file, or if the capacity is unknown. */
  readonly hiddenDemand: CensoredDemand | null;
  /** Samples that are lower bounds of other quantities with a known limit. */
  readonly bounds: readonly TimedBound[];
  /** An upper bound for the CPU of a trace that did not measure CPU. Null for a scenario file. */
  readonly cpuBound: CpuBound | null;
  /** The intervals of a scenario, whose simulation has their likely values. Null if it has none. */
  readonly uncertain: Uncertain | null;
}

export function readScenario(
  document: Document,
  overrides: Overrides = {},
  traces: NamedTraces = new Map(),
): Scenario {
  const uncertain = uncertainIn(document, (world) => certainScenario(world, overrides, traces));
  if (uncertain === null) return certainScenario(document, overrides, traces);
  const { scenario, ...intervals } = uncertain;
  return {
    ...scenario,
    notes: [...scenario.notes, likelyNote(intervals)],
    uncertain: intervals,
  };
}

/** Reads a scenario without intervals. */
function certainScenario(document: Document, overrides: Overrides, traces: NamedTraces): Scenario {
  const written = checkDocument(document, scenarioSchema);
  const zone = createZone(written.timezone);
  const { start } = written;
  const startMs = 'utcMs' in start ? start.utcMs : zone.utcMs(start.localMs);
  const exclude = [
    ...written.exclude.map((exclusion, i) => ({ exclusion, place: document.place(['exclude', i]) })),
    ...(overrides.exclude ?? []).map((exclusion) => ({ exclusion, place: { field: '‹exclude›' } })),
  ];
  const facts = factsOf(written, document, overrides);
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

/** The inputs that a scenario file and a trace without one have in common. */
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
    ...(overrides.events ?? []).map((event) => ({ event, place: { field: '‹event›' } })),
  ];
  const all = [...(written.demand ?? []), ...(written.computes ?? []).flatMap(({ demand }) => demand)];
  const file = {
    ...written,
    demand: written.demand === undefined ? undefined : withEvents(written.demand, events),
    computes: written.computes?.map((one) => ({ ...one, demand: withEvents(one.demand, events) })),
  };
  const facts = factsOf(file, document, overrides);
  const plan = overrides.plan ?? file.plan;
  const problems: Problem[] = eventProblems(events, all, { startMs, horizonMs: file.horizon, zone });
  const context = { file, document, facts, plan, zone, startMs, overrides, problems };
  const { assume = {} } = overrides;
  const read = computeEntries(context);
  problems.push(
    ...unusedLoadOverrides(
      read.flatMap(({ computes }) => computes),
      assume,
    ),
  );
  problems.push(...waitingProblems(context));
  const use = file.bill === undefined ? null : statedUse(file.bill, context);
  if (problems.length > 0) throw new ProblemError(problems);
  const asStated = (one: ComputePlan) => ({ ...one, demand: withLoadOverrides(one.demand, assume) });
  const entries = read.map(({ replicas, computes, ...entry }): ComputeEntry => {
    if (replicas === null) return { ...entry, computes: computes.map(asStated), replicas };
    const whole = asStated(replicas.whole);
    return { ...entry, computes: replicasOf(whole, replicas.now), replicas: { ...replicas, whole } };
  });
  return {
    why: file.why,
    use,
    set: Object.keys(file.assumptions ?? {}),
    notes,
    excluded,
    events: events.map(({ event }) => event),
    isTrace,
    isScheduled: [file.compute, ...(file.computes ?? [])].some((one) => (one?.schedule.length ?? 0) > 0),
    hiddenDemand,
    bounds,
    cpuBound,
    uncertain: null,
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
      assumptions: withAssumptionOverrides(assumptionsOf(file.assumptions ?? {}), assume),
      counted: { ...DEFAULT_COUNTED, ...overrides.counted },
      releases: releasesOf(file.releases),
      computes: entries.flatMap(({ computes }) => computes),
      stepping: false,
    },
    entries,
  };
}

/** The caller reads the file of facts that a scenario names, and gives its facts as an override. */
function factsOf({ facts }: Pick<ScenarioFile, 'facts'>, document: Document, overrides: Overrides): FactSet {
  if (overrides.facts !== undefined) return overrides.facts;
  if (isFactSetName(facts)) return factSet(facts);
  throw problem(document.place(['facts']), `found "${facts}"`, `write ${FACT_SET_NAMES.join(' or ')}`);
}

function pricesOf({ prices }: ScenarioFile, document: Document, facts: FactSet): PriceList {
  if (prices === undefined) return facts.prices.value;
  return withPrices(prices, facts.prices.value, document.file, document.place(['prices', 'currency']));
}

function releasesOf(releases: ScenarioFile['releases']): Simulation['releases'] {
  if (releases === 'none') return null;
  // A weekly release happens in the middle of the second night, like a maintenance window.
  if (releases === 'weekly') return { everyMs: 7 * DAY_MS, firstMs: DAY_MS + DAY_MS / 8 };
  return { everyMs: releases.every, firstMs: Math.round(releases.first) };
}
