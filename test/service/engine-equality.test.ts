import fc from 'fast-check';
import { expect, it } from 'vitest';
import { constant } from '../../src/compute/index.ts';
import { type Change, DEFAULT_ASSUMPTIONS, Run, type TimelineEntry } from '../../src/engine/index.ts';
import { DAY_MS, LISTED_SIZES_CU, MINUTE_MS } from '../../src/facts/index.ts';
import { compute, jobs, load, only, simulation } from '../engine/worlds.ts';
import { type Answer, Harness, PLAIN_LIFE, START } from './harness.ts';

/** Something that is done to a compute at a time of its own. */
type Deed =
  | { readonly kind: 'job'; readonly busyMs: number }
  | { readonly kind: 'load'; readonly vcpu: number }
  | { readonly kind: 'change'; readonly change: Change };

interface Story {
  readonly size: { readonly minCu: number; readonly maxCu: number };
  readonly suspendAfterMs: number | null;
  readonly deeds: readonly { readonly atMs: number; readonly deed: Deed }[];
  readonly horizonMs: number;
}

/** Two whole services live through hundreds of stories; other work of the machine may slow that down. */
const SLOW_MS = 180_000;

const HORIZON_MS = 40 * MINUTE_MS;

const anyChanges: fc.Arbitrary<readonly Deed[]> = fc
  .record({
    commands: fc.array(fc.constantFrom('start', 'suspend', 'restart', 'disable', 'enable'), { maxLength: 5 }),
    sizes: fc.uniqueArray(fc.constantFrom('1-1', '2-2', '0.5-2', '1-4', '4-8', '0.25-8'), { maxLength: 3 }),
    timeouts: fc.uniqueArray(fc.constantFrom(60_000, 120_000, 420_000, null), { maxLength: 2 }),
  })
  .map(({ commands, sizes, timeouts }) => [
    ...commands.map((command) => ({ kind: 'command', command }) as const),
    ...sizes.map((text) => {
      const [minCu = 1, maxCu = 1] = text.split('-').map(Number);
      return { kind: 'size', size: { minCu, maxCu } } as const;
    }),
    ...timeouts.map((suspendAfterMs) => ({ kind: 'suspendAfter', suspendAfterMs }) as const),
  ])
  .map((changes) => changes.map((change) => ({ kind: 'change', change }) as Deed));

function anyStory(demand: fc.Arbitrary<readonly Deed[]>): fc.Arbitrary<Story> {
  const ends = LISTED_SIZES_CU.filter((cu) => cu <= 16);
  return fc
    .record({
      a: fc.constantFrom(...ends),
      b: fc.constantFrom(...ends),
      suspendAfterMs: fc.constantFrom(90_000, 300_000),
      demand,
      changes: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: anyChanges }),
      times: fc.uniqueArray(fc.integer({ min: 1, max: HORIZON_MS }), { minLength: 30, maxLength: 30 }),
    })
    .map(({ a, b, suspendAfterMs, demand, changes, times }) => ({
      size: { minCu: Math.min(a, b), maxCu: Math.max(a, b) },
      suspendAfterMs,
      deeds: [...demand, ...changes]
        .map((deed, i) => ({ deed, atMs: times[i] as number }))
        .sort((x, y) => x.atMs - y.atMs),
      horizonMs: HORIZON_MS + 20 * MINUTE_MS,
    }));
}

function engineTimeline({ size, suspendAfterMs, deeds, horizonMs }: Story): readonly TimelineEntry[] {
  const client = { connectTimeoutMs: 5000, retries: 0, backOffMs: 500, backOffFactor: 2 };
  const steps = deeds.flatMap(({ atMs, deed }) => (deed.kind === 'load' ? [{ atMs, value: deed.vcpu }] : []));
  const demand = [
    ...deeds.flatMap(({ atMs, deed }) =>
      deed.kind === 'job'
        ? [
            jobs(
              0,
              { wait: constant(deed.busyMs) },
              {
                name: `job at ${atMs}`,
                schedule: { kind: 'every', everyMs: 1000 * DAY_MS, offsetMs: atMs },
                client,
              },
            ),
          ]
        : [],
    ),
    ...(steps.length === 0 ? [] : [load({ kind: 'steps', steps })]),
  ];
  const changes = deeds.flatMap(({ atMs, deed }) =>
    deed.kind === 'change' ? [{ atMs, change: deed.change }] : [],
  );
  const run = new Run(
    simulation({
      startMs: START,
      horizonMs,
      computes: [compute(demand, { size, suspendAfterMs, changes })],
      assumptions: { ...DEFAULT_ASSUMPTIONS, life: PLAIN_LIFE },
    }),
  );
  run.advance(horizonMs);
  return only(run.computes).timeline.entries;
}

/** With it the story of the deeds that changed something: the same size once more is nothing to the API. */
async function lived(
  story: Story,
): Promise<{ readonly timeline: readonly TimelineEntry[]; readonly told: Story }> {
  const { size, suspendAfterMs, deeds, horizonMs } = story;
  const h = await Harness.start();
  const timeline: TimelineEntry[] = [];
  h.service.listen(({ event }) => {
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
  const nothing = new Set<Deed>();
  const note = (deed: Deed, { status, body }: Answer) => {
    if (status === 200 && body.operations.length === 0) nothing.add(deed);
  };
  for (const { atMs, deed } of deeds) {
    h.pass(START + atMs - 1 - h.now);
    // What falls on the same millisecond has its order in the engine, and comes before a call in the service.
    fc.pre(h.service.world.alarms.nextMs() > START + atMs);
    h.pass(1);
    if (deed.kind === 'job')
      await h.control('POST', `/computes/${id}/connections`, { busy_ms: deed.busyMs, wait_ms: 5000 });
    else if (deed.kind === 'load')
      await h.control('PUT', `/computes/${id}/load`, { vcpu: deed.vcpu, cpu_ms_per_query: 50 });
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
    else if (deed.change.command === 'disable' || deed.change.command === 'enable')
      note(deed, await patch({ disabled: deed.change.command === 'disable' }));
    else await h.call('POST', `${path}/${deed.change.command}`);
  }
  h.pass(START + horizonMs - 1 - h.now);
  return { timeline, told: { ...story, deeds: deeds.filter(({ deed }) => !nothing.has(deed)) } };
}

function secondsOf(ms: number | null): number {
  return ms === null ? -1 : ms / 1000;
}

async function same(story: Story): Promise<void> {
  const { timeline, told } = await lived(story);
  expect(timeline).toEqual(engineTimeline(told));
}

const anyJob: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('job'),
  busyMs: fc.integer({ min: 1, max: 8 * MINUTE_MS }),
});
const anyLoad: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('load'),
  vcpu: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 40 }).map((tenths) => tenths / 10),
    fc.integer({ min: 1, max: 12 }),
  ),
});

it(
  'a compute of the service lives as one of the engine does, with the same clients and changes',
  async () => {
    await fc.assert(fc.asyncProperty(anyStory(fc.array(anyJob, { maxLength: 8 })), same), { numRuns: 300 });
  },
  SLOW_MS,
);

it(
  'a compute of the service is sized as one of the engine is, under the same load and changes',
  async () => {
    await fc.assert(fc.asyncProperty(anyStory(fc.array(anyLoad, { minLength: 1, maxLength: 6 })), same), {
      numRuns: 300,
    });
  },
  SLOW_MS,
);

it(
  'and with clients and a load at once',
  async () => {
    const mixed = fc.array(fc.oneof(anyJob, anyLoad), { minLength: 2, maxLength: 10 });
    await fc.assert(fc.asyncProperty(anyStory(mixed), same), { numRuns: 300 });
  },
  SLOW_MS,
);
