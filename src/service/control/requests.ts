import { z } from 'zod';
import { REFUSALS, type RefusalKey, START_TIME_NAMES, START_TIMES } from '../../compute/index.ts';
import { PLAN_NAMES } from '../../facts/index.ts';
import type { ErrorStatus } from '../api-error.ts';
import { clockMode } from '../clock.ts';
import type { LiveCompute } from '../computes/live-compute.ts';
import type { Query } from '../records/live-state.ts';

/** A duration: `90s`, `5m`, `2h`, `1d`, or whole milliseconds. */
const DURATION = z.union(
  [
    z.int().min(0),
    z
      .string()
      .regex(/^\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h|d)$/)
      .transform((text) => {
        const [, number, unit] = /^([\d.]+)(\w+)$/.exec(text) ?? [];
        return Math.round(Number(number) * (UNIT_MS[unit ?? ''] ?? 1));
      }),
  ],
  'write one number with one unit such as 90s, 4.5m, 2h or 1d, or whole milliseconds',
);

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A hundred years: more than any test needs, and far below the largest date of JavaScript. */
const LONGEST_MS = 100 * 366 * 86_400_000;

export const CLOCK = z
  .strictObject({ mode: z.union([z.string(), z.number()]) })
  .transform(({ mode }, context) => {
    const parsed = clockMode(String(mode));
    if (parsed !== null) return parsed;
    context.addIssue('mode: write real, stopped, or a speed such as 60x');
    return z.NEVER;
  });

const PASSING = DURATION.pipe(z.int().min(0).max(LONGEST_MS));

export const ADVANCE = z.strictObject({ by: PASSING }).transform(({ by }) => by);

/** The time that a clock is advanced by, in milliseconds. Null if it is no such time. */
export function advanceMs(by: string | number): number | null {
  return PASSING.safeParse(by).data ?? null;
}

export const SEED = z.strictObject({ seed: z.int().min(0) });
export const SNAPSHOT = z.strictObject({
  schema: z.literal('tidemark/snapshot'),
  version: z.literal(1),
  contents: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

const DISTRIBUTION = z.union(
  [
    z.enum(START_TIME_NAMES).transform((name) => START_TIMES[name]),
    z.strictObject({ ms: z.int().min(0) }).transform(({ ms }) => ({ kind: 'constant', ms }) as const),
    z
      .strictObject({ median_ms: z.int().min(1), p95_ms: z.int().min(1) })
      .refine(({ median_ms, p95_ms }) => p95_ms > median_ms, 'p95_ms lies above median_ms')
      .transform(
        ({ median_ms, p95_ms }) => ({ kind: 'log-normal', medianMs: median_ms, p95Ms: p95_ms }) as const,
      ),
  ],
  'write "stated", "measured", {"ms": 300}, or {"median_ms": 300, "p95_ms": 600} with p95_ms above median_ms',
);

const FAULT = z
  .strictObject({
    id: z.string().optional(),
    method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']).nullable().default(null),
    path: z.string().startsWith('/').nullable().default(null),
    probability: z.number().min(0).max(1).default(1),
    delay_ms: z.int().min(0).max(60_000).default(0),
    error: z
      .strictObject({
        status: z.union([z.literal(409), z.literal(423), z.literal(429), z.literal(500), z.literal(503)]),
        code: z.string().min(1).default('INJECTED_FAULT'),
        message: z.string().min(1).default('this fault was injected'),
      })
      .nullable()
      .default(null),
  })
  .transform(({ id, delay_ms, error, ...rule }) => ({
    ...rule,
    id: id ?? '',
    delayMs: delay_ms,
    error: error === null ? null : { ...error, status: error.status as ErrorStatus },
  }));

/** Measured by others at a service of this kind: starts take seconds, and one call in a thousand fails. */
const REALISTIC = {
  rules: [
    {
      id: 'realistic',
      method: null,
      path: null,
      probability: 0.001,
      delayMs: 0,
      error: {
        status: 503,
        code: 'UNAVAILABLE',
        message: 'the service is not available now; try again',
      } as const,
    },
  ],
  life: { startTime: START_TIMES.measured },
};

const FAULT_FORMS =
  'write {"profile": "realistic"} alone, or {"rules": [...], "starts": {...}} with either or both';

export const FAULTS = z
  .strictObject(
    {
      profile: z.literal('realistic').optional(),
      rules: z.array(FAULT).max(100).optional(),
      starts: z
        .strictObject({
          takes: DISTRIBUTION.optional(),
          failure_share: z.number().min(0).max(1).optional(),
          admission: z
            .strictObject({ refused_share: z.number().min(0).max(1), for_ms: z.int().min(0).max(LONGEST_MS) })
            .optional(),
        })
        .optional(),
    },
    FAULT_FORMS,
  )
  .refine(
    ({ profile, rules, starts }) => profile === undefined || (rules === undefined && starts === undefined),
    FAULT_FORMS,
  )
  .transform(({ profile, rules = [], starts = {} }) =>
    profile === undefined
      ? {
          rules,
          life: {
            ...(starts.takes === undefined ? {} : { startTime: starts.takes }),
            ...(starts.failure_share === undefined ? {} : { startFailureShare: starts.failure_share }),
            ...(starts.admission === undefined
              ? {}
              : {
                  wakeAdmission: {
                    refusedShare: starts.admission.refused_share,
                    forMs: starts.admission.for_ms,
                  },
                }),
          },
        }
      : REALISTIC,
  );

const NAME = z.string().min(1).max(256);
export const USER = z.strictObject({ name: NAME, email: z.email().max(256) });
export const PLAN = z.strictObject({ plan: z.enum(PLAN_NAMES) });
export const KEY = z.strictObject({ key_name: z.string().min(1).max(64) });
export const ORG_KEY = z.strictObject({ key_name: z.string().min(1).max(64), user_id: z.string() });
export const NEW_ORGANIZATION = z.strictObject({
  name: NAME,
  admin_user_id: z.string(),
  plan: z.enum(PLAN_NAMES).optional(),
});
export const NEW_MEMBER = z.strictObject({
  user_id: z.string(),
  role: z.enum(['admin', 'member']).default('member'),
});

const QUERY_FIELDS = {
  busy_ms: z.int().min(0).max(LONGEST_MS).default(0),
  cpu_ms: z.int().min(0).max(LONGEST_MS).default(0),
  memory_bytes: z.int().min(0).default(0),
  memory_ramp_ms: z.int().min(0).max(LONGEST_MS).default(0),
  pages: z.int().min(0).default(0),
  temporary_bytes: z.int().min(0).default(0),
};

export const CONNECT = z.strictObject({
  count: z.int().min(1).max(20_000).default(1),
  pooled: z.boolean().default(false),
  wait_ms: z.int().min(0).max(3_600_000).default(5000),
  close_when_done: z.boolean().default(false),
  ...QUERY_FIELDS,
});
export const QUERY = z.strictObject(QUERY_FIELDS);
export const DISK = z.strictObject({ full: z.boolean() });
export const LOAD = z
  .strictObject({
    vcpu: z.number().min(0).max(1000).default(0),
    cpu_ms_per_query: z.number().min(0.001).max(3_600_000).default(10),
    pages_per_query: z.number().min(0).max(1e9).default(0),
    concurrency: z.int().min(1).nullable().default(null),
    connections: z.int().min(0).max(10_000).default(0),
    memory_bytes: z.int().min(0).default(0),
    working_set_bytes: z.int().min(0).default(0),
  })
  .transform((load) => ({
    vcpu: load.vcpu,
    cpuMsPerQuery: load.cpu_ms_per_query,
    pagesPerQuery: load.pages_per_query,
    concurrency: load.concurrency,
    connections: load.connections,
    memoryBytes: load.memory_bytes,
    workingSetBytes: load.working_set_bytes,
  }));

/** Whether a client that just connected is connected, waiting, dropped or refused. */
export function connectOutcome(compute: LiveCompute, session: string, refusal: RefusalKey | null) {
  if (refusal !== null) {
    const { reason, sqlstate, message } = REFUSALS[refusal];
    return { state: 'refused', reason, sqlstate, message } as const;
  }
  const { clients } = compute;
  const state = clients.isOpen(session) ? 'connected' : clients.has(session) ? 'waiting' : 'dropped';
  return { state } as const;
}

/** Makes a query of the fields of a control API request. */
export function clientQuery(fields: z.output<typeof QUERY>): Query {
  return {
    cpuMs: fields.cpu_ms,
    waitMs: fields.busy_ms,
    memoryBytes: fields.memory_bytes,
    memoryRampMs: fields.memory_ramp_ms,
    pages: fields.pages,
    temporaryBytes: fields.temporary_bytes,
  };
}
