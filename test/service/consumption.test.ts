import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Harness, START } from './harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Frame {
  readonly timeframe_start: string;
  readonly active_time_seconds: number;
  readonly compute_time_seconds: number;
}

async function history(h: Harness, granularity: string, fromMs: number, toMs: number, key = h.key) {
  const span = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`;
  const { projects } = await h.ok(
    'GET',
    `/consumption_history/projects?${span}&granularity=${granularity}&limit=100`,
    undefined,
    key,
  );
  return projects.map((one: { project_id: string; periods: { consumption: Frame[] }[] }) => ({
    id: one.project_id,
    frames: one.periods.flatMap(({ consumption }) => consumption),
  })) as { id: string; frames: Frame[] }[];
}

const sum = (frames: readonly Frame[], of: 'active_time_seconds' | 'compute_time_seconds') =>
  frames.reduce((total, frame) => total + frame[of], 0);

describe('metered time', () => {
  it('is the active time of computes times their size, with the idle time before a suspend', async () => {
    const h = await Harness.start();
    await h.ok('POST', '/projects', {
      project: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 },
    });
    h.pass(DAY);
    // Active from the end of the start, for five minutes and the 200 ms of the suspend.
    const [{ frames } = { frames: [] }] = await history(h, 'daily', START, START + 2 * DAY);
    expect(sum(frames, 'active_time_seconds')).toBe(300);
    expect(sum(frames, 'compute_time_seconds')).toBe(600);
  });

  it('includes the stretch that is not over yet', async () => {
    const h = await Harness.start();
    const { project, endpoints } = await h.project();
    await h.ok('PATCH', `/projects/${project.id}/endpoints/${endpoints[0].id}`, {
      endpoint: { suspend_timeout_seconds: -1 },
    });
    h.pass(3 * HOUR + 300);
    const [{ frames } = { frames: [] }] = await history(h, 'hourly', START, START + DAY);
    expect(frames.map(({ compute_time_seconds }) => compute_time_seconds)).toEqual([3599, 3600, 3600, 2]);
    expect((await h.ok('GET', `/projects/${project.id}`)).project.compute_time_seconds).toBe(10_801);
  });

  it('of a compute that moved belongs to its earlier branch', async () => {
    const h = await Harness.start();
    const { project, branch, endpoints } = await h.project();
    const one = `/projects/${project.id}/endpoints/${endpoints[0].id}`;
    await h.ok('PATCH', one, { endpoint: { suspend_timeout_seconds: -1 } });
    const other = await h.ok('POST', `/projects/${project.id}/branches`, {});
    h.pass(HOUR);
    await h.ok('PATCH', one, { endpoint: { branch_id: other.branch.id } });
    h.pass(2 * HOUR);
    const seconds = async (id: string) =>
      (await h.ok('GET', `/projects/${project.id}/branches/${id}`)).branch.compute_time_seconds;
    expect(await seconds(branch.id)).toBe(3600);
    expect(Math.abs((await seconds(other.branch.id)) - 7200)).toBeLessThanOrEqual(1);
  });

  it('of a deleted branch stays with its project', async () => {
    const h = await Harness.start();
    const { project } = await h.project();
    const made = await h.ok('POST', `/projects/${project.id}/branches`, {
      endpoints: [{ type: 'read_write' }],
    });
    h.pass(HOUR);
    await h.ok('DELETE', `/projects/${project.id}/branches/${made.branch.id}`);
    expect((await h.ok('GET', `/projects/${project.id}`)).project.compute_time_seconds).toBe(600);
  });

  it('adds up: hours to their day, and days to their month', async () => {
    const steps = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 20 * HOUR }),
        fc.constantFrom('start', 'suspend', 'restart', 'load'),
      ),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const h = await Harness.start();
        const { project, endpoints } = await h.project({
          autoscaling_limit_min_cu: 0.25,
          autoscaling_limit_max_cu: 4,
        });
        const { id } = endpoints[0];
        for (const [ms, what] of steps) {
          h.pass(ms);
          if (what === 'load') await h.control('PUT', `/computes/${id}/load`, { vcpu: (ms % 40) / 10 });
          else await h.call('POST', `/projects/${project.id}/endpoints/${id}/${what}`);
        }
        if (h.now - START > 6 * DAY) return;
        const of = async (granularity: string) =>
          (await history(h, granularity, START - (START % DAY), h.now + 1))[0]?.frames ?? [];
        const [hours, days, months] = [await of('hourly'), await of('daily'), await of('monthly')];
        for (const metric of ['active_time_seconds', 'compute_time_seconds'] as const) {
          for (const day of days) {
            const within = hours.filter(
              ({ timeframe_start }) => timeframe_start.slice(0, 10) === day.timeframe_start.slice(0, 10),
            );
            expect(sum(within, metric)).toBe(day[metric]);
          }
          expect(sum(days, metric)).toBe(sum(months, metric));
        }
        const { project: shown } = await h.ok('GET', `/projects/${project.id}`);
        expect(sum(months, 'compute_time_seconds')).toBe(shown.compute_time_seconds);
        expect(sum(months, 'active_time_seconds')).toBe(shown.active_time_seconds);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the history of organizations', () => {
  it('has the requested metrics of projects and of branches', async () => {
    const h = await Harness.start();
    const admin = await h.user('Admin');
    const orgId = await h.organization(admin);
    const { project, branch } = await h.project({ org_id: orgId }, admin.key);
    h.pass(HOUR);
    const span = 'from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z&granularity=daily';
    const query = `${span}&org_id=${orgId}&metrics=compute_unit_seconds&metrics=extra_branches_month`;
    const ofProjects = await h.ok('GET', `/consumption_history/v2/projects?${query}`, undefined, admin.key);
    const metrics = [
      { metric_name: 'compute_unit_seconds', value: 300 },
      { metric_name: 'extra_branches_month', value: 0 },
    ];
    expect(ofProjects.projects[0]).toMatchObject({
      project_id: project.id,
      periods: [{ consumption: [{ metrics }] }],
    });
    const ofBranches = await h.ok(
      'GET',
      `/consumption_history/v2/branches?${query}&project_ids=${project.id}`,
      undefined,
      admin.key,
    );
    expect(ofBranches.branches).toEqual([
      expect.objectContaining({ project_id: project.id, branch_id: branch.id }),
    ]);
  });
});

describe('a span', () => {
  it.each([
    ['from=2026-03-03T00:00:00Z&to=2026-03-02T00:00:00Z&granularity=daily', 406],
    ['from=2026-03-02T00:00:00Z&to=2026-03-02T00:00:00Z&granularity=daily', 406],
    ['from=2026-01-01T00:00:00Z&to=2026-03-02T00:00:00Z&granularity=hourly', 406],
    ['from=2025-11-01T00:00:00Z&to=2026-03-02T00:00:00Z&granularity=daily', 406],
    ['from=2024-11-01T00:00:00Z&to=2026-03-02T00:00:00Z&granularity=monthly', 406],
    ['from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z&granularity=weekly', 422],
    ['from=yesterday&to=2026-03-02T00:00:00Z&granularity=daily', 422],
    ['to=2026-03-02T00:00:00Z&granularity=daily', 422],
    ['from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z&granularity=hourly', 200],
  ])('%s gets status %i', async (query, status) => {
    const h = await Harness.start();
    expect((await h.call('GET', `/consumption_history/projects?${query}`)).status).toBe(status);
  });
});
