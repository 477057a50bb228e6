import type { RefusalKey } from '../../compute/index.ts';

/**
 * Resources that a compute can run out of, and other obstacles between a client and its answer. Errors weigh
 * more than waits.
 */
export const RESOURCES = [
  'connections',
  'pooler',
  'memory',
  'temporary disk',
  'quota',
  'interruption',
  'cold start',
  'cpu',
  'cache',
] as const;
export type Resource = (typeof RESOURCES)[number];

/** The resource behind each error that clients see. */
export const RESOURCE_OF: Readonly<Record<RefusalKey, Resource>> = {
  connections: 'connections',
  pooledClients: 'pooler',
  poolWait: 'pooler',
  barred: 'quota',
  absent: 'interruption',
  failedStart: 'cold start',
  wakeAdmission: 'cold start',
  timeout: 'cold start',
  dropped: 'interruption',
  stale: 'cold start',
  diskFull: 'temporary disk',
  memory: 'memory',
};
