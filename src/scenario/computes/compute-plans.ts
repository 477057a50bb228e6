import { defaultRange, sizeProblems, smallestSizeCu, suspendProblems } from '../../facts/index.ts';
import type { ProfileName } from '../../planner/index.ts';
import type { Place, Problem } from '../../problem/index.ts';
import { type ComputePlan, withScheduledHours } from '../../simulator/index.ts';
import { type Demand, hasRoute } from '../../workload/index.ts';
import type { Context } from '../context.ts';
import type { ComputeFile } from '../schema/scenario-schema.ts';
import { sizeOf } from '../schema/size-fields.ts';
import { type PlacedPlan, refusedMove } from './branch-moves.ts';
import { MOST_QUERIES, roughQueryCount } from './demand-bounds.ts';
import { loadProblems } from './load-bounds.ts';
import { plannedChange } from './planned-change.ts';
import { replicaProblems, replicasOf } from './replicas.ts';
import { scheduledHours } from './scheduled-hours.ts';

/** Computes that an entry of a scenario stands for. They are alike, so people give all of them one configuration. */
export interface ComputeEntry {
  readonly name: string;
  readonly path: readonly PropertyKey[];
  readonly computes: readonly ComputePlan[];
  /** Null if the demand is not split among replicas. */
  readonly replicas: ReplicaCounts | null;
  /** The objectives of these computes, in place of those of the question. */
  readonly objectives: OwnObjectives;
}

/** Objectives as a scenario has them. */
interface OwnObjectives {
  /** Null for the profile of the question. */
  readonly profile: ProfileName | null;
  /** Bounds such as `throttled=5%`. */
  readonly bounds: readonly string[];
  readonly place: Place;
}

/** How many replicas may share the demand of an entry, and the compute that would get all of it. */
interface ReplicaCounts {
  readonly least: number;
  readonly most: number;
  readonly now: number;
  readonly whole: ComputePlan;
}

/** Returns the entries of a scenario: the only compute, or those of the list, each with its copies or replicas. */
export function computeEntries(context: Context): ComputeEntry[] {
  const { document, problems } = context;
  const entries = placedEntries(context);
  const refused = refusedMove(
    entries.flatMap(({ computes, path }) => computes.map((plan): PlacedPlan => ({ plan, path }))),
  );
  if (refused !== null) {
    const { path, ...problem } = refused;
    problems.push({ place: document.place(path), ...problem });
  }
  return entries;
}

function placedEntries(context: Context): ComputeEntry[] {
  const { file, document, problems, overrides } = context;
  const report = (path: readonly PropertyKey[], found: string, remedy: string) =>
    problems.push({ place: document.place(path), found, remedy });
  if (file.computes !== undefined) {
    if (file.compute !== undefined || file.demand !== undefined) {
      report(
        ['computes'],
        'the scenario has computes as well as compute or demand',
        'use one of the two forms',
      );
      return [];
    }
    if (overrides.size !== undefined || overrides.suspendAfterMs !== undefined) {
      report(
        ['computes'],
        'size flags are for one compute, and this scenario has a list',
        'change the file instead',
      );
    }
    const entries = file.computes.map((compute, i): ComputeEntry => {
      const { demand, copies, replicas, profile = null, objectives = {}, ...settings } = compute;
      const name = settings.name ?? `compute ${i + 1}`;
      const path = ['computes', i];
      const plan = planOf(settings, demand, { name, branch: settings.branch ?? name }, path, context);
      const own: OwnObjectives = {
        profile,
        bounds: Object.entries(objectives).map(([objective, bound]) => `${objective}=${boundText(bound)}`),
        place: document.place([...path, 'objectives']),
      };
      if (replicas !== undefined) {
        problems.push(...replicaProblems(plan, copies, path, document));
        return {
          name,
          path,
          computes: replicasOf(plan, replicas.now),
          replicas: { ...replicas, whole: plan },
          objectives: own,
        };
      }
      const computes =
        copies === 1 ? [plan] : Array.from({ length: copies }, (_, copy) => copyOf(plan, copy + 1));
      return { name, path, computes, replicas: null, objectives: own };
    });
    const plans = entries.flatMap(({ computes }) => computes);
    if (plans.length > MOST_COMPUTES)
      report(['computes'], `the scenario has ${plans.length} computes`, `use ${MOST_COMPUTES} at most`);
    checkPrimaries(plans, report);
    return entries;
  }
  if (file.demand === undefined) {
    report(
      [],
      'there is no demand',
      'add demand, a list of arrivals, poller, cron, clients, load, replication or trace',
    );
    return [];
  }
  const settings = file.compute ?? { type: 'read_write' as const, workingSet: 0, changes: [], schedule: [] };
  const names = { name: settings.name ?? 'main', branch: settings.branch ?? 'main' };
  const path = ['compute'];
  const plan = planOf(settings, file.demand, names, path, context);
  const objectives = { profile: null, bounds: [], place: document.place(path) };
  return [{ name: names.name, path, computes: [plan], replicas: null, objectives }];
}

/** YAML may have turned off into a boolean. */
function boundText(bound: string | number | boolean): string {
  return bound === false ? 'off' : String(bound);
}

/** Returns a copy of a compute. Its branches carry its number too, so that each copy has its own. */
function copyOf(plan: ComputePlan, copy: number): ComputePlan {
  return {
    ...plan,
    name: `${plan.name} ${copy}`,
    branch: `${plan.branch} ${copy}`,
    changes: plan.changes.map(({ atMs, change }) => ({
      atMs,
      change: change.kind === 'branch' ? { ...change, branch: `${change.branch} ${copy}` } : change,
    })),
  };
}

const MOST_COMPUTES = 500;

/** Reports a branch with two read-write computes, and two computes with one name. */
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
        `make one of them read_only, or give it a branch of its own, and move it to ${branch} once the other has left (changes)`,
      );
    }
    primaries.add(branch);
  });
}

function planOf(
  settings: ComputeFile,
  demand: readonly Demand[],
  names: { readonly name: string; readonly branch: string },
  path: readonly PropertyKey[],
  context: Context,
): ComputePlan {
  const { facts, plan, overrides, document, problems, file, startMs, zone } = context;
  const given = sizeOf(settings, path, context);
  const smallest = smallestSizeCu(facts);
  const usual = plan === 'free' ? { minCu: smallest, maxCu: smallest } : defaultRange(facts);
  const size = overrides.size?.(facts, plan) ?? given ?? usual;
  const fields = settings.size === undefined ? { min: 'min', max: 'max' } : { min: 'size', max: 'size' };
  const place = (problem: Problem): Problem => ({
    ...problem,
    place: document.place([...path, ...(problem.place.field === undefined ? [] : [problem.place.field])]),
  });
  const ofSize = sizeProblems(facts, plan, size, fields);
  problems.push(...ofSize.map(place));
  const suspendAfterMs =
    overrides.suspendAfterMs !== undefined
      ? overrides.suspendAfterMs
      : offOr(settings.suspendAfter, facts.suspendDefaultMs.value);
  // A wrong size is one mistake: it says nothing about sleeping.
  const sleepingCu = ofSize.length === 0 ? size.maxCu : 0;
  problems.push(...suspendProblems(facts, plan, suspendAfterMs, sleepingCu, 'suspendAfter').map(place));
  const demandPath = path[0] === 'compute' ? ['demand'] : [...path, 'demand'];
  problems.push(
    ...loadProblems(demand, file.horizon, (within) => document.place([...demandPath, ...within])),
  );
  const tooMany = demand.reduce((sum, one) => sum + roughQueryCount(one, file.horizon), 0);
  if (tooMany > MOST_QUERIES) {
    problems.push({
      place: document.place(demandPath),
      found: `this is about ${tooMany.toExponential(1)} queries`,
      remedy: `shorten the horizon, or describe frequent queries as a load: at most ${MOST_QUERIES.toExponential(0)} can be simulated one by one`,
    });
  }
  const compute = {
    ...names,
    type: settings.type,
    size,
    suspendAfterMs,
    workingSetBytes: settings.workingSet,
    demand: overrides.pooler ? demand.map(throughPooler) : demand,
    changes: settings.changes.map((change, i) => plannedChange(change, [...path, 'changes', i], context)),
  };
  const schedule = scheduledHours(settings.schedule, compute, [...path, 'schedule'], context);
  return withScheduledHours(compute, schedule, { startMs, horizonMs: file.horizon, zone });
}

function throughPooler(demand: Demand): Demand {
  return hasRoute(demand) ? { ...demand, route: 'pooler' } : demand;
}

function offOr(given: number | 'off' | undefined, otherwise: number): number | null {
  return given === undefined ? otherwise : given === 'off' ? null : given;
}
