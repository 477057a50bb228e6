/** The error that a client sees, with its reason. */
export interface Refusal {
  readonly reason: string;
  /** The code that Postgres or the pooler sends. Null if the client itself gave up. */
  readonly sqlstate: string | null;
  readonly message: string;
}

export const REFUSALS = {
  connections: {
    reason: 'all connections are in use',
    sqlstate: '53300',
    message: 'FATAL: remaining connection slots are reserved for roles with the SUPERUSER attribute',
  },
  pooledClients: {
    reason: 'the pooler has as many clients as it takes',
    sqlstate: '08P01',
    message: 'FATAL: no more connections allowed (max_client_conn)',
  },
  poolWait: {
    reason: 'no server connection became free in time',
    sqlstate: '08P01',
    message: 'FATAL: query_wait_timeout',
  },
  barred: {
    reason: 'the compute is disabled or its quota is spent',
    sqlstate: '57P03',
    message: 'endpoint is disabled',
  },
  absent: { reason: 'there is no such compute', sqlstate: '08006', message: 'endpoint could not be found' },
  failedStart: {
    reason: 'the compute did not start',
    sqlstate: '57P03',
    message: 'compute could not be started',
  },
  wakeAdmission: {
    reason: 'the proxy refused a further client while the compute woke',
    sqlstate: 'XX000',
    message: "Couldn't connect to compute node",
  },
  timeout: {
    reason: 'the connect took longer than the client waits',
    sqlstate: null,
    message: 'timeout expired',
  },
  dropped: {
    reason: 'the compute was suspended, restarted or deleted',
    sqlstate: '57P01',
    message: 'FATAL: terminating connection due to administrator command',
  },
  stale: {
    reason: 'a pooled connection had died when the compute was suspended, resized or restarted',
    sqlstate: '57P01',
    message: 'server closed the connection unexpectedly',
  },
  diskFull: { reason: 'the temporary disk is full', sqlstate: '53100', message: 'No space left on device' },
  memory: {
    reason: 'memory ran out and a backend was killed',
    sqlstate: '57P02',
    message: 'WARNING: terminating connection because of crash of another server process',
  },
} as const satisfies Readonly<Record<string, Refusal>>;

export type RefusalKey = keyof typeof REFUSALS;
