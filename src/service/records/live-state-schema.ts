import { z } from 'zod';
import { EVENTS, transitionTable } from '../../compute/index.ts';

/** A time, up to the largest one of JavaScript's Date. */
const TIME = z.number().min(0).max(8.64e15);
const COUNT = z.int().min(0);
const AMOUNT = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const CU = z.number().positive().max(56);
/** A client's number is used again after it leaves, so the highest number is the most clients at one time. */
const VISIT = z.int().min(0).max(1_000_000);

const QUERY = z.strictObject({
  cpuMs: AMOUNT,
  waitMs: AMOUNT,
  memoryBytes: AMOUNT,
  memoryRampMs: AMOUNT,
  pages: AMOUNT,
  temporaryBytes: AMOUNT,
});

/** The form of a saved compute. `check-live-state.ts` checks how its fields fit together. */
export const LIVE_STATE = z.strictObject({
  life: z.strictObject({
    state: z.string().refine((state) => transitionTable().states.includes(state), 'is no state of a compute'),
    nowMs: TIME,
    disabled: z.boolean(),
    overQuota: z.boolean(),
    wasBusy: z.boolean(),
    failures: COUNT,
    startedMs: TIME,
    lastActivityMs: TIME,
    release: COUNT,
    publishedRelease: COUNT,
    work: z.strictObject({ event: z.enum(EVENTS), atMs: TIME }).nullable(),
    inactivityAlarmMs: TIME.nullable(),
  }),
  draws: z.record(z.string(), COUNT),
  quarterCu: z.int().min(1).max(224),
  minCu: CU,
  maxCu: CU,
  meteredSinceMs: TIME,
  sizing: z
    .strictObject({
      startedMs: TIME,
      memory: AMOUNT,
      cached: AMOUNT,
      lfcBytes: AMOUNT,
      restUnits: AMOUNT,
      load: z.strictObject({ runnable: AMOUNT, changedAtTick: COUNT, one: AMOUNT, five: AMOUNT }),
      waits: z.strictObject({ stepDownUntilMs: TIME, denialUntilMs: TIME, pressureUntilMs: TIME }),
    })
    .nullable(),
  cpu: z.strictObject({
    sinceMs: TIME,
    vcpu: AMOUNT.max(1000),
    flowVcpu: AMOUNT.max(1_000_000),
    flowCpuMsPerQuery: z.number().min(1e-6).max(Number.MAX_SAFE_INTEGER),
    concurrency: z.number().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
    backlogMs: AMOUNT,
    service: AMOUNT,
    // Earlier versions did not save these three.
    carriedMs: z.number().default(0),
    quotaUsedMs: AMOUNT.default(0),
    startedMs: TIME.default(0),
    jobs: z.array(z.strictObject({ job: VISIT, mark: AMOUNT.nullable() })),
  }),
  machine: z.strictObject({
    memory: z.strictObject({
      bytes: AMOUNT,
      ramps: z.array(
        z.strictObject({ visit: VISIT, bytes: AMOUNT, left: z.int().min(1).max(10_000_000), nextMs: TIME }),
      ),
    }),
    cache: z.strictObject({
      workingSetBytes: AMOUNT,
      residentBytes: AMOUNT,
      loadPagesPerMs: AMOUNT,
      sinceMs: TIME,
    }),
    temporaryBytes: AMOUNT,
    lastReadMs: TIME.nullable(),
    prewarmBytes: AMOUNT,
    cachedBranch: z.string(),
  }),
  flowConnections: COUNT,
  flowMemoryBytes: AMOUNT,
  flowWaits: z.boolean(),
  load: z.strictObject({
    vcpu: AMOUNT.max(1_000_000),
    cpuMsPerQuery: z.number().min(1e-6).max(Number.MAX_SAFE_INTEGER),
    pagesPerQuery: AMOUNT,
    concurrency: z.number().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
    connections: COUNT,
    memoryBytes: AMOUNT,
    workingSetBytes: AMOUNT,
  }),
  sessions: z.array(
    z.strictObject({
      visit: VISIT,
      id: z.string(),
      pooled: z.boolean(),
      openedAtMs: TIME,
      leaves: z.boolean(),
      phase: z.enum(['idle', 'queued', 'waiting', 'onCpu', 'failing']),
      bornMs: TIME,
      timerMs: TIME.nullable(),
      query: QUERY,
      memoryBytes: AMOUNT,
      temporaryBytes: AMOUNT,
    }),
  ),
  waiting: z.array(
    z.strictObject({
      visit: VISIT,
      id: z.string(),
      pooled: z.boolean(),
      bornMs: TIME,
      untilMs: TIME,
      query: QUERY,
      leaves: z.boolean(),
    }),
  ),
  poolQueue: z.array(z.strictObject({ visit: VISIT, sinceMs: TIME })),
  outsideBusy: z.boolean(),
  refusesUntil: z
    .union([TIME, z.literal('after start')])
    .nullable()
    .default(null),
  tickAtMs: TIME.nullable(),
  lookAtMs: TIME.nullable(),
  knockAtMs: TIME.nullable(),
});
