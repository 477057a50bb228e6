import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../../../facts/index.ts';
import { nextMonthMs } from '../../../workload/index.ts';
import { type Caller, projectFor, projectKeyRefused, projectsOf } from '../../accounts/scopes.ts';
import { ApiError } from '../../api-error.ts';
import type { ProjectRecord } from '../../records/records.ts';
import { type MeteredTime, monthStartMs, NOTHING_METERED, sumOf } from '../../usage/consumption.ts';
import { type MeteredHour, meteredSince } from '../../usage/metered-since.ts';
import { branchOf } from '../../world/branches.ts';
import type { World } from '../../world/world.ts';
import { PAGINATION } from '../answers.ts';
import { pageOf } from '../list-page.ts';
import { ID, listParameter, TIMESTAMP, TRUTH, whole } from '../requests.ts';
import { type ApiRoute, route } from '../route.ts';
import { activeSeconds, cuSeconds, iso, uuidOf } from '../show.ts';

const GRANULARITIES = ['hourly', 'daily', 'monthly'] as const;
type Granularity = (typeof GRANULARITIES)[number];

/** How far back a query of each granularity may reach. */
const LONGEST_REACH_MS: Readonly<Record<Granularity, number>> = {
  hourly: 168 * HOUR_MS,
  daily: 60 * DAY_MS,
  monthly: 366 * DAY_MS,
};

const METRICS = [
  'compute_unit_seconds',
  'root_branch_bytes_month',
  'child_branch_bytes_month',
  'instant_restore_bytes_month',
  'public_network_transfer_bytes',
  'private_network_transfer_bytes',
  'extra_branches_month',
  'snapshot_storage_bytes_month',
] as const;

const SPAN = { from: TIMESTAMP, to: TIMESTAMP, granularity: z.enum(GRANULARITIES) } as const;
const PAGE = { cursor: z.string().optional(), limit: whole(1, 100).default(10) } as const;
const PROJECTS = listParameter('ids of projects');
const METRIC_LIST = listParameter(`some of ${METRICS.join(', ')}`).pipe(z.array(z.enum(METRICS)).min(1));

const V1_PERIOD = z.object({
  period_id: z.string(),
  period_plan: z.string(),
  period_start: z.string(),
  period_end: z.string().optional(),
  consumption: z.array(
    z.object({
      timeframe_start: z.string(),
      timeframe_end: z.string(),
      active_time_seconds: z.int(),
      compute_time_seconds: z.int(),
      written_data_bytes: z.int(),
      synthetic_storage_size_bytes: z.int(),
    }),
  ),
});
const V2_PERIOD = V1_PERIOD.extend({
  consumption: z.array(
    z.object({
      timeframe_start: z.string(),
      timeframe_end: z.string(),
      metrics: z.array(z.object({ metric_name: z.string(), value: z.int() })),
    }),
  ),
});

export const consumptionRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/consumption_history/projects',
    summary: 'Get the metered time of projects by hour, day or month',
    tag: 'Consumption',
    query: z.strictObject({
      ...SPAN,
      ...PAGE,
      project_ids: PROJECTS.optional(),
      org_id: ID.optional(),
      include_v1_metrics: TRUTH.optional(),
      metrics: listParameter('names of metrics').optional(),
    }),
    answer: z.object({
      projects: z.array(z.object({ project_id: z.string(), periods: z.array(V1_PERIOD) })),
      ...PAGINATION,
    }),
    handle({ world, caller, query }) {
      checkSpan(world, query);
      const page = projectPage(world, caller, query.org_id ?? null, query);
      return {
        projects: page.items.map((project) => ({
          project_id: project.id,
          periods: periodsOf(world, project, null, query, ({ startMs, endMs, total }) => ({
            timeframe_start: iso(startMs),
            timeframe_end: iso(endMs),
            active_time_seconds: total.active,
            compute_time_seconds: total.compute,
            written_data_bytes: 0,
            synthetic_storage_size_bytes: 0,
          })),
        })),
        ...(page.cursor === null ? {} : { pagination: { cursor: page.cursor } }),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/consumption_history/v2/projects',
    summary: 'Get chosen metrics of projects by hour, day or month',
    tag: 'Consumption',
    query: z.strictObject({
      ...SPAN,
      ...PAGE,
      project_ids: PROJECTS.optional(),
      org_id: ID,
      metrics: METRIC_LIST,
    }),
    answer: z.object({
      projects: z.array(z.object({ project_id: z.string(), periods: z.array(V2_PERIOD) })),
      ...PAGINATION,
    }),
    handle({ world, caller, query }) {
      checkSpan(world, query);
      const page = projectPage(world, caller, query.org_id, query);
      return {
        projects: page.items.map((project) => ({
          project_id: project.id,
          periods: periodsOf(world, project, null, query, (frame) => showMetrics(frame, query.metrics)),
        })),
        ...(page.cursor === null ? {} : { pagination: { cursor: page.cursor } }),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/consumption_history/v2/branches',
    summary: 'Get chosen metrics of branches by hour, day or month',
    tag: 'Consumption',
    query: z.strictObject({
      ...SPAN,
      cursor: z.string().optional(),
      limit: whole(1, 1000).default(100),
      project_ids: PROJECTS.pipe(z.array(ID).min(1).max(100)),
      branch_ids: listParameter('ids of branches').optional(),
      org_id: ID,
      metrics: METRIC_LIST,
    }),
    answer: z.object({
      branches: z.array(
        z.object({ project_id: z.string(), branch_id: z.string(), periods: z.array(V2_PERIOD) }),
      ),
      ...PAGINATION,
    }),
    handle({ world, caller, query }) {
      checkSpan(world, query);
      const projects = projectsById(world, caller, query.org_id, query.project_ids);
      const named = query.branch_ids;
      const branches = projects.flatMap((project) => {
        const all = world.tables.branches.of(project.id);
        return named === undefined ? all : all.filter(({ id }) => named.includes(id));
      });
      const page = pageOf(
        branches,
        ({ id, createdAtMs }) => ({ id, key: createdAtMs }),
        'desc',
        query.limit,
        query.cursor,
      );
      return {
        branches: page.items.map(({ id, projectId }) => {
          const project = world.tables.projects.known(projectId);
          branchOf(world, project, id);
          return {
            project_id: projectId,
            branch_id: id,
            periods: periodsOf(world, project, id, query, (frame) => showMetrics(frame, query.metrics)),
          };
        }),
        ...(page.cursor === null ? {} : { pagination: { cursor: page.cursor } }),
      };
    },
  }),
];

interface Span {
  readonly from: number;
  readonly to: number;
  readonly granularity: Granularity;
}

interface Frame {
  readonly startMs: number;
  readonly endMs: number;
  readonly total: Seconds;
}

/** One period for each calendar month, as on a bill, with its timeframes, the oldest first. */
function periodsOf<T>(
  world: World,
  project: ProjectRecord,
  branchId: string | null,
  { from, to, granularity }: Span,
  show: (frame: Frame) => T,
) {
  const fromMs = startOf(granularity, from);
  const totals = totalsBy(granularity, meteredSince(world, project.id, monthStartMs(fromMs), branchId));
  const plan = world.planOf(project);
  const periods = new Map<number, T[]>();
  const endMs = Math.min(to, world.nowMs);
  for (let startMs = fromMs; startMs < endMs; startMs = nextOf(granularity, startMs)) {
    const frameEndMs = nextOf(granularity, startMs);
    if (frameEndMs <= project.createdAtMs) continue;
    const monthMs = monthStartMs(startMs);
    const frames = periods.get(monthMs) ?? [];
    frames.push(show({ startMs, endMs: frameEndMs, total: totals.get(startMs) ?? NO_SECONDS }));
    periods.set(monthMs, frames);
  }
  return [...periods].map(([monthMs, consumption]) => ({
    period_id: uuidOf(`${project.id}/${monthMs}`),
    period_plan: plan,
    period_start: iso(Math.max(monthMs, project.createdAtMs)),
    ...(nextMonthMs(monthMs) <= world.nowMs ? { period_end: iso(nextMonthMs(monthMs)) } : {}),
    consumption,
  }));
}

/** Whole seconds, as the API shows them. */
interface Seconds {
  readonly active: number;
  readonly compute: number;
}

const NO_SECONDS: Seconds = { active: 0, compute: 0 };

/**
 * Seconds by timeframe. The rounded total since the start of the month is taken at both ends of an hour, and the hour
 * gets the difference. So hours add up to their day and days to their month, and rounding loses nothing.
 */
function totalsBy(granularity: Granularity, metered: readonly MeteredHour[]): Map<number, Seconds> {
  const hours = new Map<number, MeteredTime>();
  for (const hour of metered)
    hours.set(hour.hourMs, sumOf([hours.get(hour.hourMs) ?? NOTHING_METERED, hour]));
  const totals = new Map<number, Seconds>();
  let monthMs = Number.NaN;
  let sofar = NOTHING_METERED;
  for (const [hourMs, hour] of [...hours].sort(([a], [b]) => a - b)) {
    if (monthStartMs(hourMs) !== monthMs) sofar = NOTHING_METERED;
    monthMs = monthStartMs(hourMs);
    const next = sumOf([sofar, hour]);
    const startMs = startOf(granularity, hourMs);
    const { active, compute } = totals.get(startMs) ?? NO_SECONDS;
    totals.set(startMs, {
      active: active + activeSeconds(next) - activeSeconds(sofar),
      compute: compute + cuSeconds(next) - cuSeconds(sofar),
    });
    sofar = next;
  }
  return totals;
}

/** Only compute is simulated. All other metrics are 0. */
function showMetrics({ startMs, endMs, total }: Frame, metrics: readonly string[]) {
  return {
    timeframe_start: iso(startMs),
    timeframe_end: iso(endMs),
    metrics: metrics.map((name) => ({
      metric_name: name,
      value: name === 'compute_unit_seconds' ? total.compute : 0,
    })),
  };
}

function projectPage(
  world: World,
  caller: Caller,
  orgId: string | null,
  query: {
    readonly project_ids?: readonly string[] | undefined;
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
) {
  if (caller.kind === 'project') throw projectKeyRefused();
  const ids = query.project_ids;
  const projects =
    ids === undefined ? projectsOf(world, caller, orgId) : projectsById(world, caller, orgId, ids);
  return pageOf(
    projects,
    ({ id, createdAtMs }) => ({ id, key: createdAtMs }),
    'desc',
    query.limit,
    query.cursor,
  );
}

function projectsById(
  world: World,
  caller: Caller,
  orgId: string | null,
  ids: readonly string[],
): ProjectRecord[] {
  if (caller.kind === 'project') throw projectKeyRefused();
  if (orgId !== null) projectsOf(world, caller, orgId);
  return [...new Set(ids)]
    .map((id) => projectFor(world, caller, id))
    .filter((project) => orgId === null || project.orgId === orgId);
}

function checkSpan(world: World, { from, to, granularity }: Span): void {
  if (from >= to) throw outOfRange('from must lie before to');
  if (from < world.nowMs - LONGEST_REACH_MS[granularity] - DAY_MS)
    throw outOfRange(
      `${granularity} consumption reaches back to ${iso(world.nowMs - LONGEST_REACH_MS[granularity])}`,
    );
}

function outOfRange(message: string): ApiError {
  return new ApiError(406, 'RANGE_NOT_ACCEPTABLE', message);
}

function startOf(granularity: Granularity, atMs: number): number {
  if (granularity === 'monthly') return monthStartMs(atMs);
  const stepMs = granularity === 'hourly' ? HOUR_MS : DAY_MS;
  return Math.floor(atMs / stepMs) * stepMs;
}

function nextOf(granularity: Granularity, startMs: number): number {
  if (granularity === 'monthly') return nextMonthMs(startMs);
  return startMs + (granularity === 'hourly' ? HOUR_MS : DAY_MS);
}
