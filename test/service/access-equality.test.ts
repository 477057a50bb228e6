import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/facts/index.ts';
import type { LiveCompute } from '../../src/service/computes/live-compute.ts';
import { type ComputeAccess, openAccess, type SessionActivity } from '../../src/service/index.ts';
import { NO_QUERY } from '../../src/service/records/live-state.ts';
import { runs } from '../runs.ts';
import { Harness, START } from './harness.ts';

type Work = Exclude<SessionActivity, 'idle'>;

/** A client connects, makes queries of known length, and leaves. */
interface Client {
  readonly comesAtMs: number;
  readonly queries: readonly { readonly atMs: number; readonly work: Work; readonly takesMs: number }[];
  readonly goesAtMs: number;
  readonly pooled: boolean;
}

interface Story {
  readonly size: { readonly minCu: number; readonly maxCu: number };
  readonly clients: readonly Client[];
}

const HORIZON_MS = 40 * MINUTE_MS;

function anyStory(work: fc.Arbitrary<Work>, size: fc.Arbitrary<Story['size']>): fc.Arbitrary<Story> {
  const query = fc.record({
    afterMs: fc.integer({ min: 1, max: 8 * MINUTE_MS }),
    work,
    takesMs: fc.integer({ min: 1, max: 8 * MINUTE_MS }),
  });
  const client = fc
    .record({
      comesAtMs: fc.integer({ min: 1, max: HORIZON_MS / 2 }),
      queries: fc.array(query, { maxLength: 4 }),
      staysMs: fc.integer({ min: 1, max: 12 * MINUTE_MS }),
      pooled: fc.boolean(),
    })
    .map(({ comesAtMs, queries, staysMs, pooled }) => {
      let nowMs = comesAtMs;
      const asked = queries.map(({ afterMs, ...rest }) => {
        nowMs += afterMs;
        return { ...rest, atMs: nowMs };
      });
      return { comesAtMs, queries: asked, goesAtMs: nowMs + staysMs, pooled };
    });
  return fc.record({ size, clients: fc.array(client, { minLength: 1, maxLength: 4 }) });
}

/** How the deeds of a client are done: by telling how long each query takes, or by telling when it ends. */
interface Way {
  come(pooled: boolean): Visitor;
}

interface Visitor {
  ask(work: Work, takesMs: number): void;
  /** The query that was asked last is over by now. */
  over(): void;
  go(): void;
}

function known(compute: LiveCompute, now: () => number): Way {
  let given = 0;
  return {
    come(pooled) {
      const id = `known-${++given}`;
      const query = NO_QUERY;
      compute.connect({ id, pooled, untilMs: now() + 5000, query, leaves: false }, now());
      return {
        ask(work, takesMs) {
          if (!compute.clients.isOpen(id)) return;
          const lasts = work === 'running' ? { cpuMs: takesMs } : { waitMs: takesMs };
          compute.query(id, { ...query, ...lasts }, now());
        },
        over() {},
        go() {
          compute.disconnect(id, now());
        },
      };
    },
  };
}

function told(access: ComputeAccess, endpointId: string): Way {
  return {
    come(pooled) {
      const client = access.connect({ endpointId, pooled, waitMs: 5000 }, () => {});
      return {
        ask: (work) => client?.report(work),
        over: () => client?.report('idle'),
        go: () => client?.leave(),
      };
    },
  };
}

async function lived(story: Story, how: 'known' | 'told') {
  const h = await Harness.start();
  const timeline: unknown[] = [];
  h.service.listen(({ event }) => {
    if (event.kind === 'state') timeline.push(event);
  });
  const { endpoints } = await h.ok('POST', '/projects', {
    project: {
      autoscaling_limit_min_cu: story.size.minCu,
      autoscaling_limit_max_cu: story.size.maxCu,
    },
  });
  const { id } = endpoints[0];
  const compute = h.service.world.compute(id);
  const way = how === 'known' ? known(compute, () => h.now) : told(openAccess(h.service), id);
  const deeds = story.clients
    .flatMap(({ comesAtMs, queries, goesAtMs, pooled }) => {
      let visitor: Visitor | null = null;
      return [
        { atMs: comesAtMs, act: () => (visitor = way.come(pooled)) },
        ...queries.flatMap(({ atMs, work, takesMs }, i) => {
          const nextMs = queries[i + 1]?.atMs ?? goesAtMs;
          const ask = { atMs, act: () => visitor?.ask(work, takesMs) };
          const over = { atMs: atMs + takesMs, act: () => visitor?.over() };
          return over.atMs < nextMs ? [ask, over] : [ask];
        }),
        { atMs: goesAtMs, act: () => visitor?.go() },
      ];
    })
    .sort((a, b) => a.atMs - b.atMs);
  fc.pre(deeds.every(({ atMs }, i) => atMs !== deeds[i + 1]?.atMs));
  for (const { atMs, act } of deeds) {
    h.pass(START + atMs - 1 - h.now);
    // A call from outside cannot keep the order of other events in the same millisecond.
    if (how === 'told') fc.pre(h.service.world.alarms.nextMs() > START + atMs);
    h.pass(1);
    act();
  }
  h.pass(START + HORIZON_MS + 60 * MINUTE_MS - h.now);
  return {
    timeline,
    metered: [...h.service.world.tables.consumption.all()],
    open: compute.report.openStretch,
    record: { ...h.service.world.tables.endpoints.known(id), live: null },
  };
}

async function same(story: Story): Promise<void> {
  expect(await lived(story, 'told')).toEqual(await lived(story, 'known'));
}

const anySize = fc.constantFrom({ minCu: 1, maxCu: 1 }, { minCu: 0.25, maxCu: 2 }, { minCu: 2, maxCu: 8 });

it('a client that tells when its waits begin and end gives the life of one whose waits have a known length', async () => {
  await fc.assert(fc.asyncProperty(anyStory(fc.constant('waiting'), anySize), same), runs(25, 100));
});

it('and so it is with queries, where there are processors for all', async () => {
  const work = fc.constantFrom<Work>('waiting', 'running');
  // Each client has a processor to itself, and all of them together are enough for another size.
  const anyRoomy = anyStory(work, anySize).map(({ clients }) => ({
    clients,
    size: { minCu: clients.length, maxCu: 8 },
  }));
  await fc.assert(fc.asyncProperty(anyRoomy, same), runs(25, 100));
});
