import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GIB } from '../../src/facts/index.ts';
import { ScenarioDemand } from '../../src/service/demand/scenario-demand.ts';
import type { TimelineEntry } from '../../src/simulator/index.ts';
import { runs } from '../runs.ts';
import { compute, simulation } from '../simulator/worlds.ts';
import { type Answer, CREATED, Harness, START } from './harness.ts';
import {
  afterBegin,
  anyClients,
  anyHeavyQuery,
  anyJob,
  anyLoads,
  anyQuery,
  anyStory,
  BRANCHES,
  type Deed,
  engineLife,
  type Lived,
  LOAD_CONNECTIONS,
  type Story,
  secondsOf,
} from './stories.ts';

/** The load averages are counted this often from the start of a compute on. */
const TICK_MS = 5000;

/** With it the story of the deeds that changed something: the same size once more is nothing to the API. */
async function lived(story: Story): Promise<Lived & { readonly told: Story }> {
  const {
    size,
    suspendAfterMs,
    deeds,
    horizonMs,
    workingSetBytes = 0,
    pool,
    admission = null,
    clients = [],
  } = story;
  const h = await Harness.start({ wallMs: CREATED, ...(pool === undefined ? {} : { assumptions: pool }) });
  const timeline: TimelineEntry[] = [];
  const dropped: Lived['dropped'][number][] = [];
  const opened: number[] = [];
  const done: number[] = [];
  h.service.listen(({ event }) => {
    if (event.kind === 'session' && event.outcome === 'connected') opened.push(event.atMs - START);
    if (event.kind === 'session' && event.outcome === 'done' && event.why === null)
      done.push(event.atMs - START);
    if (event.kind === 'dropped') dropped.push({ atMs: event.atMs - START, connections: event.connections });
    if (event.kind !== 'state') return;
    const { atMs, state, pending, cu, reason } = event;
    timeline.push({ atMs: atMs - START, state, pending, cu, reason } as TimelineEntry);
  });
  const { project, endpoints } = await h.ok('POST', '/projects', {
    project: {
      default_endpoint_settings: {
        autoscaling_limit_min_cu: size.minCu,
        autoscaling_limit_max_cu: size.maxCu,
        suspend_timeout_seconds: secondsOf(suspendAfterMs),
      },
    },
  });
  const { id } = endpoints[0];
  const path = `/projects/${project.id}/endpoints/${id}`;
  const patch = (endpoint: Record<string, unknown>) => h.call('PATCH', path, { endpoint });
  const branches = new Map<string, string>();
  for (const name of BRANCHES) {
    const { branch } = await h.ok('POST', `/projects/${project.id}/branches`, { branch: { name } });
    branches.set(name, branch.id);
  }
  await h.control('PUT', `/computes/${id}/load`, { working_set_bytes: workingSetBytes });
  if (admission !== null)
    await h.control('PUT', '/faults', {
      starts: { admission: { refused_share: admission.refusedShare, for_ms: admission.forMs } },
    });
  if (clients.length > 0) {
    h.pass(START - h.now);
    const plan = compute(clients, { workingSetBytes });
    const live = h.service.world.compute(id);
    live.receive(
      new ScenarioDemand(live, plan, simulation({ startMs: START, horizonMs, computes: [plan] })),
      START,
    );
  }
  const nothing = new Set<Deed>();
  const note = (deed: Deed, { status, body }: Answer) => {
    if (status === 200 && body.operations.length === 0) nothing.add(deed);
  };
  for (const { atMs, deed } of deeds) {
    h.pass(START + atMs - 1 - h.now);
    // The engine has an order for events of one millisecond. In the service, calls come after all others.
    fc.pre(h.service.world.alarms.nextMs() > START + atMs);
    // A tick in the same millisecond would read the load before the call in one of them, and after it in the other.
    const { sizing } = h.service.world.compute(id).core.scaling.saved();
    fc.pre(sizing === null || (START + atMs - sizing.startedMs) % TICK_MS !== 0);
    h.pass(1);
    if (deed.kind === 'job')
      await h.control('POST', `/computes/${id}/connections`, {
        busy_ms: deed.busyMs,
        cpu_ms: deed.cpuMs,
        wait_ms: 5000,
        pooled: deed.pooled === true,
        close_when_done: deed.beside !== undefined,
        memory_bytes: deed.beside?.memoryBytes ?? 0,
        memory_ramp_ms: deed.beside?.memoryRampMs ?? 0,
        pages: deed.beside?.pages ?? 0,
        temporary_bytes: deed.beside?.temporaryBytes ?? 0,
      });
    else if (deed.kind === 'load')
      await h.control('PUT', `/computes/${id}/load`, {
        vcpu: deed.vcpu,
        cpu_ms_per_query: 50,
        connections: LOAD_CONNECTIONS,
        pages_per_query: deed.pagesPerQuery ?? 0,
        working_set_bytes: workingSetBytes,
      });
    else if (deed.change.kind === 'size')
      note(
        deed,
        await patch({
          autoscaling_limit_min_cu: deed.change.size.minCu,
          autoscaling_limit_max_cu: deed.change.size.maxCu,
        }),
      );
    else if (deed.change.kind === 'suspendAfter')
      await patch({ suspend_timeout_seconds: secondsOf(deed.change.suspendAfterMs) });
    else if (deed.change.kind === 'branch')
      note(deed, await patch({ branch_id: branches.get(deed.change.branch) }));
    else if (deed.change.command === 'disable' || deed.change.command === 'enable')
      note(deed, await patch({ disabled: deed.change.command === 'disable' }));
    else await h.call('POST', `${path}/${deed.change.command}`);
  }
  h.pass(START + horizonMs - 1 - h.now);
  return {
    timeline: afterBegin(timeline),
    opened,
    done,
    dropped,
    told: { ...story, deeds: deeds.filter(({ deed }) => !nothing.has(deed)) },
  };
}

async function same(story: Story): Promise<void> {
  const { timeline, told } = await lived(story);
  expect(timeline).toEqual(engineLife(told).timeline);
}

/** The connections that are cut are the same too, where clients leave in both. */
async function sameWithConnections(story: Story): Promise<void> {
  const { timeline, dropped, told } = await lived(story);
  const engine = engineLife(told);
  expect({ timeline, dropped }).toEqual({ timeline: engine.timeline, dropped: engine.dropped });
}

/** And all that clients see, at the same times. */
async function sameWithClients(story: Story): Promise<void> {
  const { told, ...seen } = await lived(story);
  expect(seen).toEqual(engineLife(told));
}

const anyLoad: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('load'),
  vcpu: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 40 }).map((tenths) => tenths / 10),
    fc.integer({ min: 1, max: 12 }),
  ),
});

it('a compute of the service lives as one of the engine does, with the same clients and changes', async () => {
  await fc.assert(fc.asyncProperty(anyStory(fc.array(anyJob, { maxLength: 8 })), same), runs(10));
});

it('a compute of the service is sized as one of the engine is, under the same load and changes', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory(fc.array(anyLoad, { minLength: 1, maxLength: 6 })), sameWithConnections),
    runs(10),
  );
});

it('and with clients and a load at once', async () => {
  const mixed = fc.array(fc.oneof(anyJob, anyLoad), { minLength: 2, maxLength: 10 });
  await fc.assert(fc.asyncProperty(anyStory(mixed), same), runs(10));
});

it('and with queries that share the processors with a load', async () => {
  const mixed = fc.array(fc.oneof(anyQuery, anyLoad), { minLength: 2, maxLength: 10 });
  await fc.assert(fc.asyncProperty(anyStory(mixed), same), runs(10));
});

const anyReadingLoad: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('load'),
  vcpu: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 20 }).map((tenths) => tenths / 10),
  ),
  pagesPerQuery: fc.constant(20),
});

it('and with queries that take memory, read pages, write beside and wait for the pooler', async () => {
  const mixed = fc.array(
    fc.oneof({ weight: 4, arbitrary: anyHeavyQuery }, { weight: 1, arbitrary: anyReadingLoad }),
    { minLength: 3, maxLength: 14 },
  );
  const story = fc.record({
    story: anyStory(mixed),
    workingSetBytes: fc.constantFrom(0, GIB / 2, 4 * GIB),
    pool: fc.constantFrom({ poolSize: 1, poolWaitMs: 20_000 }, { poolSize: 2, poolWaitMs: 120_000 }),
  });
  await fc.assert(
    fc.asyncProperty(story, ({ story, ...given }) => sameWithConnections({ ...story, ...given })),
    runs(10),
  );
});

it('and with clients of a scenario: they retry, keep connections, and ask through a pool of their own', async () => {
  const story = fc.record({
    story: anyStory(fc.constant([])),
    clients: anyClients,
    workingSetBytes: fc.constantFrom(0, GIB),
    pool: fc.constantFrom({ poolSize: 1, poolWaitMs: 2000 }, { poolSize: 64, poolWaitMs: 120_000 }),
    // A share between would need the same draws.
    admission: fc.constantFrom(null, { refusedShare: 1, forMs: 0 }, { refusedShare: 1, forMs: 20_000 }),
  });
  await fc.assert(
    fc.asyncProperty(story, ({ story, ...given }) => sameWithClients({ ...story, ...given })),
    runs(10),
  );
});

it('and with loads of a scenario, beside clients', async () => {
  const story = fc.record({
    story: anyStory(fc.constant([])),
    clients: fc.tuple(anyLoads, fc.oneof(fc.constant([]), anyClients)).map((demands) => demands.flat()),
    workingSetBytes: fc.constantFrom(0, GIB),
  });
  await fc.assert(
    fc.asyncProperty(story, ({ story, ...given }) => sameWithClients({ ...story, ...given })),
    runs(10),
  );
});
