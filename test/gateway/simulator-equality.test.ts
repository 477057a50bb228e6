import fc from 'fast-check';
import type pg from 'pg';
import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../src/simulator/index.ts';
import { runs } from '../runs.ts';
import { CREATED, START } from '../service/harness.ts';
import {
  afterBegin,
  anyJob,
  anyStory,
  BRANCHES,
  type Deed,
  engineLife,
  type Story,
  secondsOf,
} from '../service/stories.ts';
import { GatewayHarness } from './harness.ts';

/** A client of the gateway: it comes, holds a transaction open for so long once it is let in, and goes. */
interface Client {
  readonly busyMs: number;
  readonly pg: pg.Client;
  phase: 'knocks' | 'is in' | 'is busy' | 'is gone';
  untilMs: number;
}

/**
 * A socket tells the service only that its client is idle, waits or runs. It cannot ask for memory, pages or temporary
 * disk, and no scenario stands behind it. So only jobs and changes are compared here. `service/simulator-equality`
 * compares memory, cache, pooler, pools of clients and retries for the same `LiveCompute`, and `service/access-equality`
 * compares what a socket tells with queries of a known length.
 */

/**
 * Lives a story with sockets: stops at each instant at which something happens, until whatever it led to has arrived.
 */
async function lived(
  story: Story,
): Promise<{ readonly timeline: readonly TimelineEntry[]; readonly told: Story }> {
  const { size, suspendAfterMs, deeds, horizonMs } = story;
  const timeline: TimelineEntry[] = [];
  const h = await GatewayHarness.start(
    {},
    {
      autoscaling_limit_min_cu: size.minCu,
      autoscaling_limit_max_cu: size.maxCu,
      suspend_timeout_seconds: secondsOf(suspendAfterMs),
    },
    { heard: timeline, wallMs: CREATED },
  );
  try {
    const branches = new Map<string, string>();
    for (const name of BRANCHES) {
      const { branch } = await h.api.ok('POST', `/projects/${h.projectId}/branches`, { branch: { name } });
      branches.set(name, branch.id);
    }
    const clients: Client[] = [];
    const nothing = new Set<Deed>();
    const nowMs = () => h.api.now - START;
    const come = (busyMs: number) => {
      const client: Client = { busyMs, pg: h.client(), phase: 'knocks', untilMs: Number.POSITIVE_INFINITY };
      client.pg.once('end', () => {
        client.phase = 'is gone';
      });
      client.pg.connect().then(
        () => {
          client.phase = 'is in';
        },
        () => {
          client.phase = 'is gone';
        },
      );
      clients.push(client);
    };
    const count = (phase: Client['phase']) => clients.filter((client) => client.phase === phase).length;
    const settled = async () => {
      const { clients: inside } = h.compute();
      // Everybody is where the service says, and nobody is on the way.
      await h.until(() => count('knocks') === inside.waiting);
      for (const client of clients.filter(({ phase }) => phase === 'is in')) {
        client.phase = 'is busy';
        client.untilMs = nowMs() + client.busyMs;
        await client.pg.query('begin');
      }
      await h.until(() => count('is busy') === inside.busy && inside.busy === inside.size);
    };
    const change = async (deed: Extract<Deed, { kind: 'change' }>) => {
      const path = `/projects/${h.projectId}/endpoints/${h.endpointId}`;
      const answer = await changed(h, path, deed.change, branches);
      // The same size once more is nothing to the API; another time-out is something, and starts no operation.
      const isDone = answer.status === 200 && answer.body.operations.length === 0;
      if (isDone && deed.change.kind !== 'suspendAfter') nothing.add(deed);
    };
    const left = [...deeds];
    for (;;) {
      const endMs = Math.min(
        ...clients.filter(({ phase }) => phase === 'is busy').map(({ untilMs }) => untilMs),
      );
      const deed = left[0];
      const deedMs = deed?.atMs ?? Number.POSITIVE_INFINITY;
      const alarmMs = h.api.service.world.alarms.nextMs() - START;
      const nextMs = Math.min(endMs, deedMs, alarmMs);
      if (nextMs >= horizonMs) break;
      // The engine has an order for events of one millisecond, and sockets have none.
      fc.pre([endMs, deedMs, alarmMs].filter((atMs) => atMs === nextMs).length === 1);
      h.advance(nextMs - nowMs());
      if (nextMs === deedMs && deed !== undefined) {
        left.shift();
        if (deed.deed.kind === 'job') come(deed.deed.busyMs);
        if (deed.deed.kind === 'change') await change(deed.deed);
      }
      for (const client of clients.filter(
        ({ phase, untilMs }) => phase === 'is busy' && untilMs === nextMs,
      )) {
        await client.pg.end();
        client.phase = 'is gone';
      }
      await settled();
    }
    return {
      timeline: afterBegin(timeline),
      told: { ...story, deeds: deeds.filter(({ deed }) => !nothing.has(deed)) },
    };
  } finally {
    await h.end();
  }
}

function changed(
  h: GatewayHarness,
  path: string,
  change: Extract<Deed, { kind: 'change' }>['change'],
  branches: ReadonlyMap<string, string>,
) {
  const patch = (endpoint: Record<string, unknown>) => h.api.call('PATCH', path, { endpoint });
  if (change.kind === 'size')
    return patch({
      autoscaling_limit_min_cu: change.size.minCu,
      autoscaling_limit_max_cu: change.size.maxCu,
    });
  if (change.kind === 'suspendAfter')
    return patch({ suspend_timeout_seconds: secondsOf(change.suspendAfterMs) });
  if (change.kind === 'branch') return patch({ branch_id: branches.get(change.branch) });
  if (change.command === 'disable' || change.command === 'enable')
    return patch({ disabled: change.command === 'disable' });
  return h.api.call('POST', `${path}/${change.command}`);
}

test('a compute behind the gateway lives as one of the engine does, with the same clients and changes', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory(fc.array(anyJob, { maxLength: 8 })), async (story) => {
      const { timeline, told } = await lived(story);
      expect(timeline).toEqual(engineLife(told).timeline);
    }),
    runs(12),
  );
});
