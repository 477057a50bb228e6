import { defaultRange, sizeProblems, smallestSizeCu, suspendProblems } from '../../facts/index.ts';
import type { Problem } from '../../problem/index.ts';
import { type ComputePlan, withScheduledHours } from '../../simulator/index.ts';
import type { Demand } from '../../workload/index.ts';
import type { Context } from '../context.ts';
import type { ComputeFile } from '../schema/scenario-schema.ts';
import { sizeOf } from '../schema/size-fields.ts';
import { type PlacedPlan, refusedMove } from './branch-moves.ts';
import { MOST_QUERIES, roughQueryCount } from './demand-bounds.ts';
import { loadProblems } from './load-bounds.ts';
import { plannedChange } from './planned-change.ts';
import { scheduledHours } from './scheduled-hours.ts';

/** Returns the computes of a scenario: the only one, or those of the list, each once for each of its copies. */
export function computePlans(context: Context): ComputePlan[] {
  const { document, problems } = context;
  const computes = placedPlans(context);
  const refused = refusedMove(computes);
  if (refused !== null) {
    const { path, ...problem } = refused;
    problems.push({ place: document.place(path), ...problem });
  }
  return computes.map(({ plan }) => plan);
}

function placedPlans(context: Context): PlacedPlan[] {
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
    const plans = file.computes.flatMap(({ demand, copies, ...settings }, i) => {
      const name = settings.name ?? `compute ${i + 1}`;
      const path = ['computes', i];
      const plan = planOf(settings, demand, { name, branch: settings.branch ?? name }, path, context);
      if (copies === 1) return [{ plan, path }];
      return Array.from({ length: copies }, (_, copy) => ({ plan: copyOf(plan, copy + 1), path }));
    });
    if (plans.length > MOST_COMPUTES)
      report(['computes'], `the scenario has ${plans.length} computes`, `use ${MOST_COMPUTES} at most`);
    checkPrimaries(plans, report);
    return plans;
  }
  if (file.demand === undefined) {
    report([], 'there is no demand', 'add demand, a list of arrivals, poller, cron, clients, load or trace');
    return [];
  }
  const settings = file.compute ?? { type: 'read_write' as const, workingSet: 0, changes: [], schedule: [] };
  const names = { name: settings.name ?? 'main', branch: settings.branch ?? 'main' };
  const path = ['compute'];
  return [{ plan: planOf(settings, file.demand, names, path, context), path }];
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
  plans: readonly PlacedPlan[],
  report: (path: PropertyKey[], found: string, remedy: string) => void,
) {
  const names = new Set<string>();
  const primaries = new Set<string>();
  plans.forEach(({ plan: { name, branch, type } }) => {
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
  return demand.kind === 'load' ? demand : { ...demand, route: 'pooler' };
}

function offOr(given: number | 'off' | undefined, otherwise: number): number | null {
  return given === undefined ? otherwise : given === 'off' ? null : given;
}
