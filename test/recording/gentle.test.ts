import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/facts/index.ts';
import { longestDelayMs, Recorder, type RecordSettings } from '../../src/recording/index.ts';
import { Harness, START } from '../service/harness.ts';
import { answering } from './answers.ts';

const SUSPEND_AFTER_MS = 300_000;
const SETTINGS: RecordSettings = {
  everyMs: 30_000,
  forMs: HOUR_MS,
  manner: 'gentle',
  suspendAfterMs: SUSPEND_AFTER_MS,
  latelyMs: 30_000,
  lookAgainMs: null,
};
/** A start, the service's check for activity and the answer to a question take time. */
const SLACK_MS = 2000;
const LINGERING_MS = longestDelayMs(SETTINGS) + SLACK_MS;

interface Job {
  readonly atMs: number;
  readonly busyMs: number;
}

interface Life {
  readonly suspends: number;
  readonly questions: number;
  readonly samples: number;
}

/** An hour of a compute of the service, with or without a recorder, which sees it from outside. */
async function lived(
  jobs: readonly Job[],
  suspendAfterMs: number,
  recorded: 'not' | 'api' | 'blind' = 'not',
): Promise<Life> {
  const h = await Harness.start();
  const { project, endpoints } = await h.ok('POST', '/projects', {
    project: { default_endpoint_settings: { suspend_timeout_seconds: suspendAfterMs / 1000 } },
  });
  const { id } = endpoints[0];
  let suspends = 0;
  h.service.listen(({ event }) => {
    if (event.kind === 'state' && event.state === 'idle' && event.pending === null) suspends++;
  });
  const waiting = [...jobs];
  const passTo = async (untilMs: number) => {
    for (let job = waiting[0]; job !== undefined && START + job.atMs <= untilMs; job = waiting[0]) {
      waiting.shift();
      h.pass(Math.max(0, START + job.atMs - h.now));
      await h.control('POST', `/computes/${id}/connections`, { busy_ms: job.busyMs, wait_ms: 5000 });
    }
    h.pass(Math.max(0, untilMs - h.now));
  };
  const endMs = START + HOUR_MS;
  // The last pause counts too, so it needs enough time.
  const restMs = endMs + SUSPEND_AFTER_MS + 2 * LINGERING_MS;
  if (recorded === 'not') {
    await passTo(restMs);
    return { suspends, questions: 0, samples: 0 };
  }
  const recorder = new Recorder(SETTINGS, {
    nowMs: () => h.now,
    sleepUntil: passTo,
    isStopped: () => h.now >= endMs,
    tell: () => {},
    look:
      recorded === 'blind'
        ? null
        : async () => {
            const { body } = await h.raw('GET', `/api/v2/projects/${project.id}/endpoints/${id}`, {
              headers: { authorization: `Bearer ${h.key}` },
            });
            const { current_state, last_active } = body.endpoint;
            return { isAwake: current_state === 'active', lastActive: last_active ?? null };
          },
    connect: async () =>
      answering(async () => {
        const wish = { busy_ms: 5, wait_ms: 5000 };
        const { connections } = await h.control('POST', `/computes/${id}/connections`, wish);
        await passTo(h.now + 10);
        await h.control('DELETE', `/computes/${id}/connections/${connections[0].id}`);
        const ends = jobs
          .filter(({ atMs }) => START + atMs <= h.now)
          .map(({ atMs, busyMs }) => h.now - START - atMs - busyMs);
        return { othersIdleMs: ends.length === 0 ? null : Math.max(0, Math.min(...ends)) };
      }),
  });
  const { chunks } = await recorder.open('compute');
  for await (const _ of chunks);
  await passTo(restMs);
  return { suspends, questions: recorder.totals.questions, samples: recorder.totals.samples };
}

/** Busy times of an hour, with pauses as drawn. */
function demandWith(pauseMs: fc.Arbitrary<number>): fc.Arbitrary<readonly Job[]> {
  const busyMs = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 500, max: 90_000 }));
  return fc.array(fc.record({ pauseMs, busyMs }), { minLength: 2, maxLength: 20 }).map((parts) => {
    let atMs = 1000;
    return parts.flatMap(({ pauseMs, busyMs }) => {
      atMs += pauseMs;
      const job = { atMs, busyMs };
      atMs += busyMs;
      return atMs < HOUR_MS ? [job] : [];
    });
  });
}

const shorter = fc.integer({ min: 100, max: SUSPEND_AFTER_MS - SLACK_MS });
const about = fc.integer({ min: SUSPEND_AFTER_MS, max: SUSPEND_AFTER_MS + LINGERING_MS });
const longer = fc.integer({ min: SUSPEND_AFTER_MS + LINGERING_MS, max: 900_000 });

/** Each case takes whole hours of the service, so there are few. */
const FEW = { numRuns: 6 };

test('a compute suspends as often with a gentle recording as without', async () => {
  let [suspends, samples] = [0, 0];
  await fc.assert(
    fc.asyncProperty(demandWith(fc.oneof(shorter, longer)), async (jobs) => {
      const without = await lived(jobs, SUSPEND_AFTER_MS);
      const recorded = await lived(jobs, SUSPEND_AFTER_MS, 'api');
      expect(recorded.suspends).toBe(without.suspends);
      suspends += without.suspends;
      samples += recorded.samples;
    }),
    FEW,
  );
  expect(suspends).toBeGreaterThan(FEW.numRuns);
  expect(samples).toBeGreaterThan(suspends);
});

test.each(['api', 'blind'] as const)(
  'a gentle recording hides only pauses that outlast the timeout by less than it lingers (%s)',
  async (how) => {
    await fc.assert(
      fc.asyncProperty(demandWith(fc.oneof(shorter, about, longer)), async (jobs) => {
        const without = await lived(jobs, SUSPEND_AFTER_MS);
        const slower = await lived(jobs, SUSPEND_AFTER_MS + LINGERING_MS);
        const recorded = await lived(jobs, SUSPEND_AFTER_MS, how);
        expect(recorded.suspends).toBeLessThanOrEqual(without.suspends);
        expect(recorded.suspends).toBeGreaterThanOrEqual(slower.suspends);
      }),
      FEW,
    );
  },
);
