import {
  type Assumptions,
  type ComputePlan,
  DEFAULT_ASSUMPTIONS,
  type PlannedChange,
  type Simulation,
} from '../engine/index.ts';
import {
  DAY_MS,
  type FactSet,
  type FactSetName,
  factSet,
  type PlanName,
  type PriceList,
  planSizes,
  type SizeSetting,
  sizeProblems,
  suspendProblems,
} from '../facts/index.ts';
import { type Problem, ProblemError } from '../problem/index.ts';
import { createZone, type Demand, type Profile, type Zone } from '../workload/index.ts';
import { check } from './check.ts';
import type { Document } from './document.ts';
import { type ComputeFile, type ScenarioFile, scenarioSchema } from './scenario-schema.ts';

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
}

/** Flags that go before what the file says. */
export interface Overrides {
  readonly seed?: number;
  readonly size?: SizeSetting;
  readonly suspendAfterMs?: number | null;
  readonly pooler?: boolean;
  readonly facts?: FactSetName;
  readonly plan?: PlanName;
  readonly prices?: (facts: FactSet) => PriceList;
}

export function readScenario(document: Document, overrides: Overrides = {}): Scenario {
  const file = check(document, scenarioSchema);
  const facts = factSet(overrides.facts ?? file.facts);
  const plan = overrides.plan ?? file.plan;
  const zone = createZone(file.timezone);
  const startMs = zone.utcMs(file.start);
  const problems: Problem[] = [];
  const context = { file, document, facts, plan, zone, startMs, overrides, problems };
  const computes = computesOf(context);
  if (problems.length > 0) throw new ProblemError(problems);
  return {
    why: file.why,
    set: Object.keys(file.assumptions ?? {}),
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
      prices: overrides.prices?.(facts) ?? facts.prices.value,
      assumptions: assumptionsOf(file.assumptions ?? {}),
      releases: releasesOf(file.releases),
      computes,
      stepping: false,
    },
  };
}

interface Context {
  readonly file: ScenarioFile;
  readonly document: Document;
  readonly facts: FactSet;
  readonly plan: PlanName;
  readonly zone: Zone;
  readonly startMs: number;
  readonly overrides: Overrides;
  readonly problems: Problem[];
}

function computesOf(context: Context): ComputePlan[] {
  const { file, document, problems, overrides } = context;
  const report = (path: readonly PropertyKey[], found: string, remedy: string) =>
    problems.push({ place: document.place(path), found, remedy });
  if (file.computes !== undefined) {
    if (file.compute !== undefined || file.demand !== undefined) {
      report(['computes'], 'computes stand beside compute or demand', 'use one of the two forms');
      return [];
    }
    if (overrides.size !== undefined || overrides.suspendAfterMs !== undefined) {
      report(
        ['computes'],
        'size flags are for one compute, and this scenario has a list',
        'change the file instead',
      );
    }
    const plans = file.computes.flatMap(({ demand, copies, ...settings }, i) =>
      Array.from({ length: copies }, (_, copy) => {
        const own = settings.name ?? `compute ${i + 1}`;
        const name = copies === 1 ? own : `${own} ${copy + 1}`;
        const branch =
          settings.branch === undefined
            ? name
            : copies === 1
              ? settings.branch
              : `${settings.branch} ${copy + 1}`;
        return planOf(settings, demand, { name, branch }, ['computes', i], context);
      }),
    );
    if (plans.length > MOST_COMPUTES)
      report(['computes'], `these are ${plans.length} computes`, `use ${MOST_COMPUTES} at most`);
    checkPrimaries(plans, report);
    return plans;
  }
  if (file.demand === undefined) {
    report([], 'there is no demand', 'add demand, a list of arrivals, poller, cron, clients or load');
    return [];
  }
  const settings = file.compute ?? { type: 'read_write' as const, workingSet: 0, changes: [] };
  const names = { name: settings.name ?? 'main', branch: settings.branch ?? 'main' };
  return [planOf(settings, file.demand, names, ['compute'], context)];
}

/** One read-write compute a branch; names differ. */
function checkPrimaries(
  plans: readonly ComputePlan[],
  report: (path: PropertyKey[], found: string, remedy: string) => void,
) {
  const names = new Set<string>();
  const primaries = new Set<string>();
  plans.forEach(({ name, branch, type }) => {
    if (names.has(name)) report(['computes'], `two computes are named ${name}`, 'give each its own name');
    names.add(name);
    if (type === 'read_only') return;
    if (primaries.has(branch)) {
      report(
        ['computes'],
        `branch ${branch} has two read_write computes`,
        'make one of them read_only, or move it',
      );
    }
    primaries.add(branch);
  });
}

const DEFAULT_SIZE: SizeSetting = { minCu: 0.25, maxCu: 2 };

function planOf(
  settings: ComputeFile,
  demand: readonly Demand[],
  names: { readonly name: string; readonly branch: string },
  path: readonly PropertyKey[],
  context: Context,
): ComputePlan {
  const { facts, plan, overrides, document, problems, file } = context;
  const given = sizeOf(settings, path, context);
  const size = overrides.size ?? given ?? (plan === 'free' ? { minCu: 0.25, maxCu: 0.25 } : DEFAULT_SIZE);
  const fields = settings.size === undefined ? { min: 'min', max: 'max' } : { min: 'size', max: 'size' };
  const place = (problem: Problem): Problem => ({
    ...problem,
    place: document.place([...path, ...(problem.place.field === undefined ? [] : [problem.place.field])]),
  });
  problems.push(...sizeProblems(facts, plan, size, fields).map(place));
  const suspendAfterMs =
    overrides.suspendAfterMs !== undefined
      ? overrides.suspendAfterMs
      : offOr(settings.suspendAfter, facts.suspendDefaultMs.value);
  problems.push(...suspendProblems(facts, plan, suspendAfterMs, size.maxCu, 'suspendAfter').map(place));
  const tooMany = demand.reduce((sum, one) => sum + queriesOf(one, file.horizon), 0);
  if (tooMany > MOST_QUERIES) {
    problems.push({
      place: document.place(path[0] === 'compute' ? ['demand'] : [...path, 'demand']),
      found: `this is about ${tooMany.toExponential(1)} queries`,
      remedy: `shorten the horizon, or describe what comes so often as a load: ${MOST_QUERIES.toExponential(0)} can be run one by one`,
    });
  }
  return {
    ...names,
    type: settings.type,
    size,
    suspendAfterMs,
    workingSetBytes: settings.workingSet,
    demand: overrides.pooler ? demand.map(throughPooler) : demand,
    changes: settings.changes.map((change, i) => changeOf(change, [...path, 'changes', i], context)),
  };
}

const MOST_QUERIES = 2e9;
const MOST_COMPUTES = 500;

function throughPooler(demand: Demand): Demand {
  return demand.kind === 'load' ? demand : { ...demand, route: 'pooler' };
}

function offOr(given: number | 'off' | undefined, otherwise: number): number | null {
  return given === undefined ? otherwise : given === 'off' ? null : given;
}

function sizeOf(
  settings: {
    readonly size?: number | undefined;
    readonly min?: number | undefined;
    readonly max?: number | undefined;
  },
  path: readonly PropertyKey[],
  { document, problems }: Context,
): SizeSetting | undefined {
  const { size, min, max } = settings;
  const report = (found: string, remedy: string) =>
    problems.push({ place: document.place(path), found, remedy });
  if (size !== undefined) {
    if (min !== undefined || max !== undefined)
      report('size stands beside min or max', 'use size for a fixed size, min and max for a range');
    return { minCu: size, maxCu: size };
  }
  if (min === undefined && max === undefined) return undefined;
  if (min === undefined || max === undefined) {
    report(`a range has two ends, and ${min === undefined ? 'min' : 'max'} is missing`, 'give both');
    return undefined;
  }
  return { minCu: min, maxCu: max };
}

function changeOf(
  change: ComputeFile['changes'][number],
  path: readonly PropertyKey[],
  context: Context,
): PlannedChange {
  const { zone, startMs, facts, plan, document, problems, file } = context;
  const atMs = 'afterMs' in change.at ? change.at.afterMs : zone.utcMs(change.at.localMs) - startMs;
  if (atMs < 0 || atMs >= file.horizon) {
    problems.push({
      place: document.place([...path, 'at']),
      found: 'this is outside the horizon',
      remedy: 'use a time from the start of the scenario up to its end',
    });
  }
  if (change.do !== undefined) return { atMs, change: { kind: 'command', command: change.do } };
  if (change.suspendAfter !== undefined) {
    const suspendAfterMs = change.suspendAfter === 'off' ? null : change.suspendAfter;
    const field = document.place([...path, 'suspendAfter']);
    problems.push(
      ...suspendProblems(facts, plan, suspendAfterMs, 0, '').map((problem) => ({ ...problem, place: field })),
    );
    return { atMs, change: { kind: 'suspendAfter', suspendAfterMs } };
  }
  if (!planSizes(facts, plan).changes) {
    problems.push({
      place: document.place(path),
      found: `the ${plan} plan does not change sizes`,
      remedy: 'leave the change out, or use a paid plan',
    });
  }
  const size = sizeOf(change, path, context) ?? DEFAULT_SIZE;
  const place = (problem: Problem): Problem => ({ ...problem, place: document.place(path) });
  problems.push(...sizeProblems(facts, plan, size, { min: 'min', max: 'max' }).map(place));
  return { atMs, change: { kind: 'size', size } };
}

/** A rough count of the queries that a demand brings, to refuse what no machine can run one by one. */
function queriesOf(demand: Demand, horizonMs: number): number {
  const seconds = horizonMs / 1000;
  if (demand.kind === 'load') return 0;
  if (demand.kind === 'clients') return (demand.count * seconds * 1000) / Math.max(1, demandRoundMs(demand));
  const { schedule, sessions } = demand;
  if (schedule.kind === 'every') return (sessions * horizonMs) / schedule.everyMs;
  if (schedule.kind === 'cron') return (sessions * seconds) / 60;
  if (schedule.kind === 'poisson') return sessions * seconds * highest(schedule.perSecond);
  return sessions * seconds * highest(schedule.burstsPerSecond) * schedule.meanBurst;
}

function demandRoundMs({ think }: Demand & { readonly kind: 'clients' }): number {
  return think.kind === 'constant' ? think.ms : think.kind === 'exponential' ? think.meanMs : think.medianMs;
}

function highest(profile: Profile): number {
  switch (profile.kind) {
    case 'constant':
      return profile.value;
    case 'steps':
      return Math.max(...profile.steps.map(({ value }) => value));
    case 'hours':
      return Math.max(profile.inside, profile.outside);
    case 'daily':
      return Math.max(profile.low, profile.high) * Math.max(1, profile.weekend);
    case 'noisy':
      return highest(profile.of);
    case 'sum':
      return profile.of.reduce((sum, part) => sum + highest(part), 0);
  }
}

function releasesOf(releases: ScenarioFile['releases']): Simulation['releases'] {
  if (releases === 'none') return null;
  // Weekly releases come in the middle of the second night, as a maintenance window would.
  if (releases === 'weekly') return { everyMs: 7 * DAY_MS, firstMs: DAY_MS + DAY_MS / 8 };
  return { everyMs: releases.every, firstMs: Math.round(releases.first) };
}

function assumptionsOf(given: NonNullable<ScenarioFile['assumptions']>): Assumptions {
  const d = DEFAULT_ASSUMPTIONS;
  return {
    life: {
      ...d.life,
      startTime: given.start ?? d.life.startTime,
      suspendTime: given.suspend ?? d.life.suspendTime,
      applyTime: given.apply ?? d.life.applyTime,
      startFailureShare: given.startFailures ?? d.life.startFailureShare,
      idleCheckMs: given.idleCheck ?? d.life.idleCheckMs,
      retry: { ...d.life.retry, attempts: given.startAttempts ?? d.life.retry.attempts },
    },
    autoscaler: {
      ...d.autoscaler,
      lfcMetrics: given.lfcScaling ?? d.autoscaler.lfcMetrics,
      downscaleStepMs: given.downscaleStep ?? d.autoscaler.downscaleStepMs,
    },
    burst: given.burst ?? d.burst,
    baseMemoryBytes: given.baseMemory ?? d.baseMemoryBytes,
    connectionMemoryBytes: given.connectionMemory ?? d.connectionMemoryBytes,
    missMs: given.miss ?? d.missMs,
    skew: given.skew ?? d.skew,
    prewarmShare: given.prewarm ?? d.prewarmShare,
    connectionLimit: given.connectionLimit ?? d.connectionLimit,
    poolSize: given.poolSize ?? d.poolSize,
    poolWaitMs: given.poolWait ?? d.poolWaitMs,
  };
}
