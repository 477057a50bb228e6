import { type Asking, type NamedDatabase, plannersHere } from '../advisor/index.ts';
import { problem } from '../problem/index.ts';
import { answeredAbout } from './asking/answered-about.ts';
import { SIMULATE_ASK_LIMITS } from './asking/ask-limits.ts';
import type { AskOptions } from './asking/asking.ts';
import { type Printed, printed } from './asking/printed.ts';
import type { Source } from './asking/source.ts';
import { databasesOf } from './intake/databases.ts';
import { type OpenedFile, openFile } from './intake/open-file.ts';
import { world } from './node/world.ts';
import { type BacktestOptions, backtestFile } from './questions/backtest.ts';
import { type CheckManyOptions, type CheckOptions, checkDatabases, checkFile } from './questions/check.ts';
import { type CompareOptions, compareFiles } from './questions/compare.ts';
import { type ExplainOptions, explainFile } from './questions/explain.ts';
import type { Host } from './questions/host.ts';
import { type IncidentOptions, incidentInFile } from './questions/incident.ts';
import { type PlanOptions, planFile } from './questions/plan.ts';
import { type PlanManyOptions, planDatabases } from './questions/plan-many.ts';
import { type PlanProjectOptions, planProjectFile } from './questions/plan-project.ts';
import { planWorldsInFile, type WorldsOptions } from './questions/plan-worlds.ts';
import { type PoliciesOptions, policiesForFile } from './questions/policies.ts';
import { refuseEmpty } from './questions/refuse-empty.ts';
import { type ReadScenario, type ScenarioOptions, scenarioInFile } from './questions/scenario.ts';
import { type OnEvent, type SimulateOptions, simulateFile } from './questions/simulate.ts';
import { type SizesOptions, sizesFor } from './questions/sizes.ts';
import {
  BACKTEST_LIMITS,
  CHECK_LIMITS,
  CHECK_MANY_LIMITS,
  COMPARE_LIMITS,
  EXPLAIN_LIMITS,
  INCIDENT_LIMITS,
  PLAN_LIMITS,
  PLAN_MANY_LIMITS,
  PLAN_PROJECT_LIMITS,
  POLICIES_LIMITS,
  SCENARIO_LIMITS,
  SIMULATE_LIMITS,
  SIZES_LIMITS,
  WORLDS_LIMITS,
} from './settings/question-limits.ts';

export { type Problem, ProblemError } from '../problem/index.ts';
export type { AskOptions, QuestionProgress } from './asking/asking.ts';
export type { ReadTrace, TraceColumn } from './asking/read-trace.ts';
export type { NamedContent, ScenarioFields, Source } from './asking/source.ts';
export type { BacktestOptions } from './questions/backtest.ts';
export type { CheckManyOptions, CheckOptions } from './questions/check.ts';
export type { CompareOptions } from './questions/compare.ts';
export type { ExplainOptions } from './questions/explain.ts';
export type { IncidentOptions } from './questions/incident.ts';
export type { PlanOptions } from './questions/plan.ts';
export type { PlanManyOptions } from './questions/plan-many.ts';
export type { PlanProjectOptions } from './questions/plan-project.ts';
export type { WorldsOptions } from './questions/plan-worlds.ts';
export type { PoliciesOptions } from './questions/policies.ts';
export type { ReadScenario, ScenarioOptions } from './questions/scenario.ts';
export type { OnEvent, SimulateOptions } from './questions/simulate.ts';
export type { SizesOptions } from './questions/sizes.ts';

/**
 * The answer of `plan`.
 *
 * @example
 * ```ts
 * import { type Plan, plan } from 'tidemark';
 *
 * function advice({ verdict, recommendation, current }: Plan): string {
 *   if (recommendation === null || current === null) return verdict;
 *   const saving = current.outcome.costPerMonth - recommendation.outcome.costPerMonth;
 *   return `${verdict} to ${recommendation.configuration.text}, which saves $${saving.toFixed(2)} a month`;
 * }
 *
 * const answer = await plan('scenarios/traces/neon-day.json', { current: '1-4, 5m' }, { threads: 1 });
 * console.log(advice(answer)); // change to 0.25-3, 5m, which saves $26.03 a month
 * ```
 */
export type Plan = Printed<Awaited<ReturnType<typeof planFile>>['document']>;
/**
 * The answer of `planWorlds`.
 *
 * @example
 * ```ts
 * import { planWorlds, type WorldsPlan } from 'tidemark';
 *
 * function risk({ recommendation }: WorldsPlan): string {
 *   if (recommendation === null) return 'nothing is good enough';
 *   const { regret, keptShare } = recommendation;
 *   return `good in ${keptShare.share * 100}%, wastes $${regret.wastedPerMonth.toFixed(2)} a month`;
 * }
 *
 * const vcpu = { low: 0.1, likely: 0.2, high: 0.4 };
 * const compute = { min: 0.25, max: 2, suspendAfter: '5m' };
 * const fields = { horizon: '1d', facts: '2026-11', compute, demand: [{ kind: 'load', vcpu }] };
 * console.log(risk(await planWorlds(fields, { timeouts: '5m', only: 'fixed', worlds: 10 })));
 * ```
 */
export type WorldsPlan = Printed<Awaited<ReturnType<typeof planWorldsInFile>>['document']>;
/**
 * The answer of `planMany`.
 *
 * @example
 * ```ts
 * import { type Portfolio, planMany } from 'tidemark';
 *
 * function summary({ totals, databases, problems }: Portfolio): string {
 *   const changes = databases.filter(({ verdict }) => verdict === 'change');
 *   return `${changes.length} changes save $${totals.saving.toFixed(2)}; ${problems.length} files failed`;
 * }
 *
 * const options = { only: 'range', highest: 4 } as const;
 * const answer = await planMany('scenarios/portfolios/shops.yaml', options, { threads: 1 });
 * console.log(summary(answer)); // 2 changes save $44.97; 0 files failed
 * ```
 */
export type Portfolio = Printed<Awaited<ReturnType<typeof planDatabases>>['document']>;
/**
 * The answer of `planProject`.
 *
 * @example
 * ```ts
 * import { type ProjectPlan, planProject } from 'tidemark';
 *
 * function advice({ entries }: ProjectPlan): string[] {
 *   return entries.map(({ name, advised }) => `${name}: ${advised?.judged.configuration.text ?? 'none'}`);
 * }
 *
 * const computes = [
 *   { name: 'main', size: 1, demand: [{ kind: 'load', vcpu: 0.6 }] },
 *   { name: 'replica', type: 'read_only', branch: 'main', size: 2, demand: [{ kind: 'load', vcpu: 0.1 }] },
 * ];
 * const options = { facts: '2026-11', only: 'fixed', highest: 2 } as const;
 * for (const one of advice(await planProject({ horizon: '1d', computes }, options))) console.log(one);
 * ```
 */
export type ProjectPlan = Printed<Awaited<ReturnType<typeof planProjectFile>>['document']>;
/**
 * The answer of `simulate`.
 *
 * @example
 * ```ts
 * import { type Simulation, simulate } from 'tidemark';
 *
 * // Says whether clients saw errors, or queries waited more than a minute for processors.
 * function isTooSmall({ totals }: Simulation): boolean {
 *   return totals.refused > 0 || totals.throttledSeconds > 60;
 * }
 *
 * const fields = { horizon: '1h', compute: { size: 1 }, demand: [{ kind: 'load', vcpu: 1.4 }] };
 * console.log(isTooSmall(await simulate(fields, { compare: false }))); // true
 * console.log(isTooSmall(await simulate(fields, { compare: false, size: 2 }))); // false
 * ```
 */
export type Simulation = Printed<Awaited<ReturnType<typeof simulateFile>>>;
/**
 * The answer of `compare`.
 *
 * @example
 * ```ts
 * import { type Comparison, compare } from 'tidemark';
 *
 * function worseFigures({ figures }: Comparison): string[] {
 *   return figures.filter(({ verdict }) => verdict === 'worse').map(({ figure }) => figure);
 * }
 *
 * const demand = [{ kind: 'load', vcpu: 1.4 }];
 * const before = { horizon: '1h', compute: { size: 2 }, demand };
 * const after = { horizon: '1h', compute: { size: 1 }, demand };
 * console.log(worseFigures(await compare(before, after))); // [ 'throttled', 'delay-p95', 'delay-p99' ]
 * ```
 */
export type Comparison = Printed<Awaited<ReturnType<typeof compareFiles>>>;
/**
 * The answer of `check`.
 *
 * @example
 * ```ts
 * import { type Check, check } from 'tidemark';
 *
 * // Says how far the replay is off, or what to look at first.
 * function trust({ verdict, total, causes: [cause] }: Check): string {
 *   if (cause !== undefined) return `look at the ${cause.hypothesis.kind} first`;
 *   return `${verdict}, ${Math.abs(100 * Number(total?.error)).toFixed(1)}% off`;
 * }
 *
 * const options = { current: '0.25-2, 30m', actual: 'scenarios/actuals/office-week-consumption.json' };
 * const answer = await check('scenarios/traces/office-week.jsonl', options, { threads: 1 });
 * console.log(trust(answer)); // near, 0.0% off
 * ```
 */
export type Check = Printed<Awaited<ReturnType<typeof checkFile>>>;
/**
 * The answer of `checkMany`.
 *
 * @example
 * ```ts
 * import { type BillOfMany, checkMany } from 'tidemark';
 *
 * // The part of each month's bill that the replays do not explain.
 * function unexplained({ months }: BillOfMany): string[] {
 *   return months.map(({ month, billed, replayed }) => `${month}: ${(billed - replayed).toFixed(2)}`);
 * }
 *
 * const bill = { '2026-03': 190 };
 * const answer = await checkMany('scenarios/portfolios/shops.yaml', { bill }, { threads: 1 });
 * console.log(unexplained(answer)); // [ '2026-03: 14.08' ]
 * ```
 */
export type BillOfMany = Printed<Awaited<ReturnType<typeof checkDatabases>>['document']>;
/**
 * The answer of `incident`.
 *
 * @example
 * ```ts
 * import { type Incident, incident } from 'tidemark';
 *
 * function finding({ troubles, best }: Incident): string {
 *   const resources = troubles.map(({ resource }) => resource);
 *   return `short of ${resources.join(', then ')}; prevented by ${best?.change ?? 'no single change'}`;
 * }
 *
 * const fields = { horizon: '1h', compute: { size: 0.25 }, demand: [{ kind: 'load', vcpu: 1.4 }] };
 * const answer = await incident(fields, { at: '30m' }, { threads: 1 });
 * console.log(finding(answer)); // short of cpu; prevented by a fixed size of 2 CU
 * ```
 */
export type Incident = Printed<Awaited<ReturnType<typeof incidentInFile>>['document']>;
/**
 * The answer of `policies`.
 *
 * @example
 * ```ts
 * import { type Policies, policies } from 'tidemark';
 *
 * // Finds the cheapest of the policies that you can buy today.
 * function cheapest({ policies }: Policies) {
 *   const sold = policies.filter(({ isSold }) => isSold);
 *   return sold.toSorted((a, b) => a.costPerMonth - b.costPerMonth)[0];
 * }
 *
 * const job = { kind: 'cron', at: '0 * * * *', query: { cpu: '5s' } };
 * const answer = await policies({ horizon: '1d', compute: { size: 1 }, demand: [job] });
 * console.log(cheapest(answer)?.suspendAfterMs); // 60000
 * ```
 */
export type Policies = Printed<Awaited<ReturnType<typeof policiesForFile>>>;
/**
 * The answer of `backtest`.
 *
 * @example
 * ```ts
 * import { type Backtest, backtest } from 'tidemark';
 *
 * // How much more the choices of tidemark and of each baseline cost than the best ones in hindsight.
 * function regrets({ mean }: Backtest): string[] {
 *   return Object.entries(mean).map(([name, { regret }]) => `${name}: ${(100 * Number(regret)).toFixed()}%`);
 * }
 *
 * const days = { window: '3d', judge: '1d', step: '2d' };
 * const answer = await backtest('scenarios/traces/office-week.jsonl', days, { threads: 1 });
 * for (const regret of regrets(answer)) console.log(regret);
 * ```
 */
export type Backtest = Printed<Awaited<ReturnType<typeof backtestFile>>['document']>;
/**
 * The answer of `explain`.
 *
 * @example
 * ```ts
 * import { type Explanation, explain } from 'tidemark';
 *
 * function reasons({ samples }: Explanation): string[] {
 *   return samples.map(({ goalCu, boundBy }) => `${goalCu} CU for ${boundBy}`);
 * }
 *
 * for (const reason of reasons(await explain('scenarios/metrics/morning-rush.yaml'))) console.log(reason);
 * ```
 */
export type Explanation = Printed<ReturnType<typeof explainFile>>;
/**
 * The answer of `sizes`.
 *
 * @example
 * ```ts
 * import { type Sizes, sizes } from 'tidemark';
 *
 * // Finds the smallest size that accepts so many clients. An answer about a single size has no list.
 * function smallestFor(clients: number, answer: Sizes): number | undefined {
 *   if (!('sizes' in answer)) return undefined;
 *   return answer.sizes.find(({ clientConnections }) => clientConnections >= clients)?.cu;
 * }
 *
 * console.log(smallestFor(500, await sizes())); // 2
 * ```
 */
export type Sizes = Printed<ReturnType<typeof sizesFor>>;

/**
 * Finds the cheapest configuration of one database that meets its objectives, and says why.
 *
 * @example
 * ```ts
 * import { plan } from 'tidemark';
 *
 * const answer = await plan('scenarios/traces/office-week.jsonl', {
 *   current: '0.5-2, 5m',
 *   objective: { throttled: '5%' },
 * });
 * console.log(answer.verdict, answer.recommendation?.configuration.text);
 * ```
 */
export function plan(source: Source, options: PlanOptions = {}, ask: AskOptions = {}): Promise<Plan> {
  return answeredAbout(
    { sources: [source], options, limits: PLAN_LIMITS, ask },
    async (host, [path = '']) => {
      const { document } = await withFile(path, host, (file) => planFile(file, options, host));
      return printed(document);
    },
  );
}

/**
 * Plans a scenario with intervals, such as `{ low: 5ms, likely: 20ms, high: 100ms }`. It draws worlds from them and finds
 * the configuration that meets its objectives in most of them at the least expected cost. `plan` and all other
 * functions use the likely values.
 *
 * @example
 * ```ts
 * import { planWorlds } from 'tidemark';
 *
 * const { recommendation, intervals } = await planWorlds({
 *   horizon: '1d',
 *   facts: '2026-11',
 *   compute: { min: 0.25, max: 2, suspendAfter: '5m' },
 *   demand: [{ kind: 'load', vcpu: { low: 0.1, likely: 0.5, high: 3 }, cpuPerQuery: '20ms' }],
 * });
 * console.log(recommendation?.configuration.text, intervals[0]?.information?.savesPerMonth);
 * ```
 */
export function planWorlds(
  source: Source,
  options: WorldsOptions = {},
  ask: AskOptions = {},
): Promise<WorldsPlan> {
  return answeredAbout(
    { sources: [source], options, limits: WORLDS_LIMITS, ask },
    async (host, [path = '']) => {
      const { document } = await withFile(path, host, (file) => planWorldsInFile(file, options, host));
      return printed(document);
    },
  );
}

/**
 * Plans many databases: those of a folder, of a list, or of a table that `by` splits.
 *
 * @example
 * ```ts
 * import { planMany } from 'tidemark';
 *
 * const { databases } = await planMany('scenarios/portfolios/shops.yaml', {}, { threads: 1 });
 * console.log(databases.map(({ name }) => name));
 * ```
 */
export function planMany(
  source: Source,
  options: PlanManyOptions = {},
  ask: AskOptions = {},
): Promise<Portfolio> {
  return answeredAbout(
    { sources: [source], options, limits: PLAN_MANY_LIMITS, ask },
    async (host, [path = '']) => {
      const databases = await manyIn(path, options, host);
      const plannersFor = (asking: Asking) => plannersHere(world.keyOf, null, asking);
      return printed((await planDatabases(databases, options, host, plannersFor, true)).document);
    },
  );
}

/**
 * Plans a scenario of several computes: a project with read replicas and preview branches.
 *
 * @example
 * ```ts
 * import { planProject } from 'tidemark';
 *
 * const demand = [{ kind: 'load', vcpu: 0.1 }];
 * const computes = [
 *   { name: 'production', size: 2, demand },
 *   { name: 'preview', copies: 3, size: 1, suspendAfter: '5m', demand },
 * ];
 * const { totals } = await planProject({ horizon: '1d', computes }, { facts: '2026-11' }, { threads: 1 });
 * console.log(totals.computesToday); // 4
 * ```
 */
export function planProject(
  source: Source,
  options: PlanProjectOptions = {},
  ask: AskOptions = {},
): Promise<ProjectPlan> {
  return answeredAbout(
    { sources: [source], options, limits: PLAN_PROJECT_LIMITS, ask },
    async (host, [path = '']) => {
      const { document } = await withFile(path, host, (file) => planProjectFile(file, options, host));
      return printed(document);
    },
  );
}

/**
 * Reads a scenario, changes fields of it, and gives it back as a file with its comments. A trace becomes the scenario
 * that stands for it.
 *
 * @example
 * ```ts
 * import { readScenario } from 'tidemark';
 *
 * const { text } = await readScenario('scenarios/poller.yaml', { set: { max: 4, 'demand.users.query.cpu': '40ms' } });
 * console.log(text);
 * ```
 */
export function readScenario(
  source: Source,
  options: ScenarioOptions = {},
  ask: AskOptions = {},
): Promise<ReadScenario> {
  return answeredAbout({ sources: [source], options, limits: SCENARIO_LIMITS, ask }, (host, [path = '']) =>
    scenarioInFile(path, options, host),
  );
}

/**
 * Runs the demand of a scenario or a trace once: costs, sizes, starts, and what clients met.
 *
 * @param onEvent receives each event of the run; undefined to discard events
 * @example
 * ```ts
 * import { simulate } from 'tidemark';
 *
 * const { totals } = await simulate({
 *   horizon: '1h',
 *   compute: { min: 0.25, max: 2 },
 *   demand: [{ kind: 'load', vcpu: 0.3 }],
 * });
 * console.log(totals.cuHours);
 * ```
 */
export function simulate(
  source: Source,
  options: SimulateOptions = {},
  ask: AskOptions & { readonly onEvent?: OnEvent } = {},
): Promise<Simulation> {
  const { onEvent = null } = ask;
  return answeredAbout(
    { sources: [source], options, limits: SIMULATE_LIMITS, ask, askLimits: SIMULATE_ASK_LIMITS },
    async (host, [path = '']) => printed(await simulateFile(path, options, onEvent, host)),
  );
}

/**
 * Compares two configurations under the same demand: what differs, and which objectives each breaks.
 *
 * @param b the second scenario or trace; null to compare A with itself under the changes of the options
 * @example
 * ```ts
 * import { compare } from 'tidemark';
 *
 * const { passed } = await compare('scenarios/office-hours.yaml', null, {
 *   set: { max: 4 },
 *   failAbove: { cost: '+10%' },
 * });
 * console.log(passed);
 * ```
 */
export function compare(
  a: Source,
  b: Source | null,
  options: CompareOptions = {},
  ask: AskOptions = {},
): Promise<Comparison> {
  return answeredAbout(
    { sources: b === null ? [a] : [a, b], options, limits: COMPARE_LIMITS, ask },
    async (host, [pathA = '', pathB = null]) => printed(await compareFiles(pathA, pathB, options, host)),
  );
}

/**
 * Compares a replay with records of what happened, and ranks the causes of the difference.
 *
 * @example
 * ```ts
 * import { check } from 'tidemark';
 *
 * const { verdict, misfit } = await check('scenarios/traces/office-week.jsonl', {
 *   current: '0.25-2, 5m',
 *   actual: 'scenarios/actuals/office-week-consumption.json',
 * });
 * console.log(verdict, misfit);
 * ```
 */
export function check(source: Source, options: CheckOptions = {}, ask: AskOptions = {}): Promise<Check> {
  return answeredAbout(
    { sources: [source], options, limits: CHECK_LIMITS, ask },
    async (host, [path = '']) => {
      return printed(await withFile(path, host, (file) => checkFile(file, options, host, null)));
    },
  );
}

/**
 * Compares a bill with the sum over the databases that it covers.
 *
 * @example
 * ```ts
 * import { checkMany } from 'tidemark';
 *
 * const { months } = await checkMany('scenarios/portfolios/shops.yaml', { bill: { '2026-03': 120 } });
 * console.log(months);
 * ```
 */
export function checkMany(
  source: Source,
  options: CheckManyOptions = {},
  ask: AskOptions = {},
): Promise<BillOfMany> {
  return answeredAbout(
    { sources: [source], options, limits: CHECK_MANY_LIMITS, ask },
    async (host, [path = '']) => {
      const databases = await manyIn(path, options, host);
      return printed((await checkDatabases(databases, options, host)).document);
    },
  );
}

/**
 * Finds the resource that ran out at a time, and the smallest change that prevents it.
 *
 * @example
 * ```ts
 * import { incident } from 'tidemark';
 *
 * const { troubles, best } = await incident('scenarios/connection-storm.yaml', { at: '30m', around: '15m' });
 * console.log(troubles.length, best?.change);
 * ```
 */
export function incident(source: Source, options: IncidentOptions, ask: AskOptions = {}): Promise<Incident> {
  return answeredAbout(
    { sources: [source], options, limits: INCIDENT_LIMITS, ask },
    async (host, [path = '']) => printed((await incidentInFile(path, options, host)).document),
  );
}

/**
 * Compares what each policy of sleeping costs, and how often a client waits for a start.
 *
 * @example
 * ```ts
 * import { policies } from 'tidemark';
 *
 * const answer = await policies('scenarios/office-hours.yaml', { timeouts: '1m,1h' });
 * console.log(answer.policies.length);
 * ```
 */
export function policies(
  source: Source,
  options: PoliciesOptions = {},
  ask: AskOptions = {},
): Promise<Policies> {
  return answeredAbout(
    { sources: [source], options, limits: POLICIES_LIMITS, ask },
    async (host, [path = '']) => printed(await policiesForFile(path, options, host)),
  );
}

/**
 * Plans on windows of the past, and judges each recommendation on the days after its window.
 *
 * @example
 * ```ts
 * import { backtest } from 'tidemark';
 *
 * const { databases } = await backtest('scenarios/traces/office-week.jsonl', {
 *   window: '3d',
 *   judge: '1d',
 *   step: '1d',
 * });
 * console.log(databases.length);
 * ```
 */
export function backtest(
  source: Source,
  options: BacktestOptions = {},
  ask: AskOptions = {},
): Promise<Backtest> {
  return answeredAbout(
    { sources: [source], options, limits: BACKTEST_LIMITS, ask },
    async (host, [path = '']) => printed((await backtestFile(path, options, host)).document),
  );
}

/**
 * Says which size the autoscaler chooses for each sample of metrics, and why.
 *
 * @example
 * ```ts
 * import { explain } from 'tidemark';
 *
 * const { samples } = await explain('scenarios/metrics/morning-rush.yaml', { min: 0.25, max: 2 });
 * console.log(samples.map(({ goalCu }) => goalCu));
 * ```
 */
export function explain(
  source: Source,
  options: ExplainOptions = {},
  ask: AskOptions = {},
): Promise<Explanation> {
  return answeredAbout(
    { sources: [source], options, limits: EXPLAIN_LIMITS, ask },
    async ({ reader }, [path = '']) => printed(explainFile(path, options, reader)),
  );
}

/**
 * Lists the sizes of computes with their limits and prices, or describes one size or range.
 *
 * @example
 * ```ts
 * import { sizes } from 'tidemark';
 *
 * const one = await sizes({ min: 0.25, max: 2 });
 * console.log(one.schema);
 * ```
 */
export function sizes(options: SizesOptions = {}, ask: AskOptions = {}): Promise<Sizes> {
  return answeredAbout({ sources: [], options, limits: SIZES_LIMITS, ask }, async ({ reader }) =>
    printed(sizesFor(options, false, reader)),
  );
}

async function withFile<Answer>(
  path: string,
  { reader }: Host,
  use: (file: OpenedFile) => Promise<Answer>,
): Promise<Answer> {
  const file = await openFile(path, reader);
  try {
    return await use(file);
  } finally {
    file.close();
  }
}

async function manyIn(
  path: string,
  options: PlanManyOptions | CheckManyOptions,
  { reader }: Host,
): Promise<readonly NamedDatabase[]> {
  const found = await databasesOf(path, options, reader);
  if ('many' in found) {
    refuseEmpty(found.many, path);
    return found.many;
  }
  found.one.close();
  throw problem({ file: path }, 'it is one database', 'give a folder, a list, or a table and ‹by›');
}
