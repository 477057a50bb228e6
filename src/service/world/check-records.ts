import { z } from 'zod';
import { PLAN_NAMES } from '../../facts/index.ts';
import { invariant } from '../../problem/index.ts';
import { liveStateFinding } from '../records/check-live-state.ts';
import { upgradedContents } from '../records/older-live-state.ts';
import { TABLE_NAMES, type TableName } from '../records/records.ts';
import type { Contents } from '../store/store.ts';

/** The end of the year 9999, where the clock stops, and a century more for times that lie ahead of it. */
const LAST_MS = Date.UTC(10100, 0, 1);
const TIME = z.number().min(0).max(LAST_MS);
const COUNT = z.int().min(0);

const CLOCK = z.strictObject({
  mode: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('real') }),
    z.strictObject({ kind: z.literal('stopped') }),
    z.strictObject({ kind: z.literal('scaled'), speed: z.number().positive().max(999_999) }),
  ]),
  virtualMs: TIME,
  wallMs: TIME,
});

const COUNTERS = z.strictObject({
  seed: COUNT,
  ids: COUNT,
  operations: COUNT,
  releases: COUNT,
  nowMs: TIME,
});

const FAULTS = z.strictObject({
  startTime: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('constant'), ms: COUNT }),
      z.strictObject({ kind: z.literal('log-normal'), medianMs: COUNT.min(1), p95Ms: COUNT.min(2) }),
    ])
    .optional(),
  startFailureShare: z.number().min(0).max(1).optional(),
  wakeAdmission: z.strictObject({ refusedShare: z.number().min(0).max(1), forMs: COUNT }).optional(),
});

const SETTINGS = { clock: CLOCK, counters: COUNTERS, faults: FAULTS } as const;

/** Fields with a fixed set of values. */
const VALUES: { readonly [Table in TableName]?: Readonly<Record<string, readonly unknown[]>> } = {
  users: { plan: PLAN_NAMES },
  organizations: { plan: PLAN_NAMES },
  members: { role: ['admin', 'member'] },
  keys: { kind: ['personal', 'organization', 'project'] },
  endpoints: { type: ['read_write', 'read_only'] },
  operations: {
    action: ['create_branch', 'create_timeline', 'start_compute', 'suspend_compute', 'apply_config'],
    status: ['scheduling', 'running', 'finished', 'failed', 'cancelled'],
  },
  tombstones: { kind: ['branch', 'endpoint', 'role', 'database'] },
};

/** Throws if a record of a snapshot has a value that no service saves. Runs before the records are used. */
export function checkRecords(contents: Contents, nowMs: number): void {
  for (const { id, value } of contents.settings) {
    const schema = SETTINGS[id as keyof typeof SETTINGS];
    invariant(schema?.safeParse(value).success === true, `the setting ${id} has a valid value`);
  }
  for (const table of TABLE_NAMES) {
    const ids = new Set<string>();
    for (const record of contents[table]) {
      invariant(!ids.has(record.id), `${table} has ${record.id} once`);
      ids.add(record.id);
      for (const [field, value] of Object.entries(record)) {
        if (field.endsWith('Ms') && value !== null)
          invariant(TIME.safeParse(value).success, `${field} of ${table} ${record.id} is a time`);
        const values = VALUES[table]?.[field];
        invariant(
          values === undefined || values.includes(value),
          `${field} of ${table} ${record.id} has a valid value`,
        );
      }
    }
  }
  for (const { id, live } of upgradedContents(contents, nowMs).endpoints) {
    const finding = liveStateFinding(live, nowMs);
    invariant(finding === null, `live of ${id} is a valid state; found ${finding}`);
  }
}
