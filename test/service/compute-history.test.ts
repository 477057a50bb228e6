import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ComputeHistory } from '../../src/service/compute-history.ts';
import type { StateEvent } from '../../src/service/computes/compute-events.ts';
import { Harness } from './harness.ts';
import { TextStore } from './text-store.ts';

const MINUTE = 60_000;

async function grown(options: NonNullable<Parameters<typeof Harness.start>[0]> = {}) {
  const h = await Harness.start(options);
  const events: StateEvent[] = [];
  h.service.listen(({ event }) => {
    if (event.kind === 'state') events.push(event);
  });
  const { project, endpoints } = await h.project({
    default_endpoint_settings: { autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 4 },
  });
  const id: string = endpoints[0].id;
  const history = `/computes/${id}/history`;
  await h.control('PUT', `/computes/${id}/load`, { vcpu: 2.5 });
  h.pass(5 * MINUTE);
  return { h, id, history, events, one: `/projects/${project.id}/endpoints/${id}` };
}

/** An event as the control API gives it. */
function shown({ atMs, state, pending, cu, reason }: StateEvent) {
  return { at: new Date(atMs).toISOString(), state, pending, cu, reason };
}

describe('the history of a compute', () => {
  it('has every state and size since its creation, as in the event stream', async () => {
    const { h, history, events, one } = await grown();
    await h.control('PUT', history.replace('history', 'load'), { vcpu: 0 });
    h.pass(60 * MINUTE);
    await h.call('POST', `${one}/start`);
    h.pass(MINUTE);
    const answer = await h.control('GET', history);
    expect(answer).toEqual({ events: events.map(shown) });
    const states = answer.events.map(({ state, pending }: StateEvent) => `${state}/${pending}`);
    expect(states.slice(0, 2)).toEqual(['init/active', 'active/null']);
    expect(states.slice(-4)).toEqual(['active/idle', 'idle/null', 'idle/active', 'active/null']);
    expect(new Set(answer.events.map(({ cu }: StateEvent) => cu)).size).toBeGreaterThan(1);
  });

  it('needs a compute that exists', async () => {
    const { h, id, history, one } = await grown();
    const before = await h.control('GET', history);
    await h.project();
    expect(await h.control('GET', history)).toEqual(before);
    expect((await h.controlCall('GET', '/computes/ep-nothing/history')).status).toBe(404);
    await h.ok('DELETE', one);
    expect((await h.controlCall('GET', history)).status).toBe(404);
    expect(h.service.history.of(id)).toEqual([]);
  });

  it('begins anew with a reset', async () => {
    const { h, id, history } = await grown();
    await h.control('POST', '/reset');
    expect((await h.controlCall('GET', history)).status).toBe(404);
    expect(h.service.history.of(id)).toEqual([]);
  });

  it('begins with the state in a loaded snapshot, and stays if the snapshot is refused', async () => {
    const { h, history } = await grown();
    const snapshot = await h.control('GET', '/snapshot');
    const last = (await h.control('GET', history)).events.at(-1);
    const at = new Date(h.now).toISOString();
    h.pass(MINUTE);
    const before = await h.control('GET', history);
    const damaged = structuredClone(snapshot);
    damaged.contents.branches = [];
    expect((await h.controlCall('PUT', '/snapshot', damaged)).status).toBe(422);
    expect(await h.control('GET', history)).toEqual(before);
    await h.control('PUT', '/snapshot', snapshot);
    expect(await h.control('GET', history)).toEqual({ events: [{ ...last, at, reason: 'loaded' }] });
    await h.control('PUT', history.replace('history', 'load'), { vcpu: 0 });
    h.pass(60 * MINUTE);
    expect((await h.control('GET', history)).events.at(-1).state).toBe('idle');
  });

  it('begins with the state in the store when the process starts', async () => {
    const store = new TextStore();
    const { h, history } = await grown({ store });
    const last = (await h.control('GET', history)).events.at(-1);
    await h.service.close();
    const next = await h.reopened(store);
    const at = new Date(next.now).toISOString();
    expect(await next.control('GET', history)).toEqual({ events: [{ ...last, at, reason: 'loaded' }] });
  });
});

describe('the histories of all computes', () => {
  const event = (compute: number, atMs: number): StateEvent => ({
    kind: 'state',
    computeId: `ep-${compute}`,
    atMs,
    state: 'active',
    pending: null,
    cu: 1,
    reason: 'a test',
  });

  it('keep the latest events within both limits, and none of deleted computes', () => {
    const anyStep = fc.record({ compute: fc.nat({ max: 7 }), deletes: fc.boolean() });
    const anySteps = fc.array(
      fc.oneof({ weight: 20, arbitrary: fc.record({ compute: fc.nat({ max: 7 }) }) }, anyStep),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(
        anySteps,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 60 }),
        (steps, each, all) => {
          const history = new ComputeHistory(each, all);
          const happened = new Map<number, StateEvent[]>();
          steps.forEach((step, n) => {
            const { compute } = step;
            const next = event(compute, n);
            if ('deletes' in step && step.deletes) {
              happened.delete(compute);
              history.add({ ...next, state: null });
            } else {
              happened.set(compute, [...(happened.get(compute) ?? []), next]);
              history.add(next);
            }
            let count = 0;
            for (let one = 0; one < 8; one++) {
              const kept = history.of(`ep-${one}`);
              const told = happened.get(one) ?? [];
              expect(kept).toEqual(told.slice(told.length - kept.length));
              expect(kept.length).toBeLessThanOrEqual(each);
              count += kept.length;
            }
            expect(count).toBeLessThanOrEqual(all);
          });
        },
      ),
    );
  });

  it('keep all events of quiet computes if a busy one has used up the limit', () => {
    const history = new ComputeHistory(1000, 1000);
    for (let n = 0; n < 100; n++) history.add(event(n, n));
    for (let n = 100; n < 5000; n++) history.add(event(0, n));
    expect(Array.from({ length: 99 }, (_, n) => history.of(`ep-${n + 1}`).length)).toEqual(Array(99).fill(1));
    const busy = history.of('ep-0');
    expect(busy.length).toBeGreaterThanOrEqual(450);
    expect(busy.at(-1)?.atMs).toBe(4999);
  });

  it('are limited and quick for ten thousand computes', () => {
    const history = new ComputeHistory();
    for (let n = 0; n < 600_000; n++) history.add(event(n % 10_000, n));
    const lengths = Array.from({ length: 10_000 }, (_, n) => history.of(`ep-${n}`).length);
    const count = lengths.reduce((sum, length) => sum + length, 0);
    expect(count).toBeLessThanOrEqual(250_000);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(12);
    for (let n = 0; n < 3000; n++) history.add(event(0, n));
    expect(history.of('ep-0')).toHaveLength(2000);
  });
});
