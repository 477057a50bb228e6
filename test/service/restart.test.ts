import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClockMode } from '../../src/service/clock.ts';
import type { LiveComputeEvent } from '../../src/service/computes/compute-events.ts';
import { runs } from '../runs.ts';
import { Harness } from './harness.ts';
import { TextStore } from './text-store.ts';
import { act, anyDoing, type Doing, told } from './worlds.ts';

type Plan = readonly { readonly doing: Doing; readonly restarts: boolean }[];

const anyPlan: fc.Arbitrary<Plan> = fc
  .array(fc.record({ doing: anyDoing, restarts: fc.boolean() }), { minLength: 4, maxLength: 24 })
  .map((plan) => [{ doing: { kind: 'project', pick: 0 }, restarts: false }, ...plan]);

interface Outcome {
  readonly answers: readonly unknown[];
  readonly timeline: readonly unknown[];
  readonly told: unknown;
}

/** Lives through the plan; where it may restart, it ends the service at those places and opens it again. */
async function live(
  plan: Plan,
  mayRestart: boolean,
  clock: ClockMode,
  planName: 'scale' | 'free',
): Promise<Outcome> {
  const store = new TextStore();
  let h = await Harness.start({ store, clock, plan: planName });
  const { key } = h;
  const timeline: LiveComputeEvent[] = [];
  const answers: unknown[] = [];
  const listen = () =>
    h.service.listen(({ event }) => {
      if (event.kind === 'state') timeline.push(event);
    });
  listen();
  for (const { doing, restarts } of plan) {
    if (restarts && mayRestart) {
      await h.service.close();
      h = await h.reopened(store, clock.kind === 'stopped' ? clock : null);
      listen();
    }
    if (doing.kind === 'pass' && clock.kind === 'real') {
      h.wall.nowMs += doing.ms;
      h.service.turn();
    } else {
      const answer = await act(h, doing);
      answers.push(answer === null ? null : [answer.status, answer.body]);
    }
  }
  if (clock.kind === 'stopped') h.pass(900_000);
  else {
    h.wall.nowMs += 900_000;
    h.service.turn();
  }
  return { answers, timeline: inOrder(timeline), told: unnamed(await told(h, { key })) };
}

async function goesOn(plan: Plan, clock: ClockMode, planName: 'scale' | 'free'): Promise<void> {
  const restarted = await live(plan, true, clock, planName);
  const straight = await live(plan, false, clock, planName);
  expect(restarted.timeline).toEqual(straight.timeline);
  expect(restarted.answers).toEqual(straight.answers);
  expect(restarted.told).toEqual(straight.told);
}

/**
 * What several computes do by themselves in the same millisecond has no order among them: their operations may have
 * changed names.
 */
function inOrder<T extends { readonly atMs: number; readonly computeId: string }>(events: readonly T[]): T[] {
  return [...events].sort(
    (a, b) => a.atMs - b.atMs || (a.computeId < b.computeId ? -1 : +(a.computeId > b.computeId)),
  );
}

function unnamed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part) => {
    if (!Array.isArray(part?.operations)) return part;
    const operations = part.operations
      .map(({ id: _id, ...rest }: { id: string }) => rest)
      .sort((a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    return { operations };
  });
}

describe('a service that is closed and opened again', () => {
  it('goes on exactly like one that is not', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, (plan) => goesOn(plan, { kind: 'stopped' }, 'scale')),
      runs(10, 500),
    );
  });

  it('does so with a running clock, while time passes in between', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, (plan) => goesOn(plan, { kind: 'real' }, 'free')),
      runs(10, 500),
    );
  });

  it('continues its quota from the use so far', async () => {
    const store = new TextStore();
    let h = await Harness.start({ store, clock: { kind: 'real' }, plan: 'free' });
    const { project, endpoints } = await h.ok('POST', '/projects', { project: {} });
    await h.control('PUT', `/computes/${endpoints[0].id}/load`, { vcpu: 0.1 });
    const cu = endpoints[0].autoscaling_limit_max_cu;
    const spentMs = (100 / cu) * 3_600_000;
    const { key } = h;
    for (let tenth = 1; tenth <= 9; tenth++) {
      h.wall.nowMs += spentMs / 10;
      h.service.turn();
      await h.service.close();
      h = await h.reopened(store, null);
      const { endpoints } = await h.ok('GET', `/projects/${project.id}/endpoints`, undefined, key);
      expect([tenth, endpoints[0].current_state]).toEqual([tenth, 'active']);
    }
    h.wall.nowMs += spentMs / 10 + 10_000;
    h.service.turn();
    const after = await h.ok('GET', `/projects/${project.id}/endpoints`, undefined, key);
    expect(after.endpoints[0].current_state).toBe('idle');
  });

  it('makes up for events that were due while it was closed, at their own times', async () => {
    const store = new TextStore();
    let h = await Harness.start({ store, clock: { kind: 'real' } });
    const { key } = h;
    const { project } = await h.ok('POST', '/projects', { project: {} });
    await h.service.close();
    h.wall.nowMs += 3_600_000;
    h = await h.reopened(store, null);
    const { endpoints } = await h.ok('GET', `/projects/${project.id}/endpoints`, undefined, key);
    expect(endpoints[0]).toMatchObject({
      current_state: 'idle',
      started_at: '2026-03-02T09:00:00.300Z',
      suspended_at: '2026-03-02T09:05:00.500Z',
    });
  });
});
