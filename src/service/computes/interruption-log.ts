import type { ClientReport } from '../../compute/index.ts';
import type { ComputeHost } from './compute-host.ts';

/** Tells how many connections are interrupted. The service does not count the rest of what becomes of clients. */
export function interruptionLog(compute: ComputeHost): ClientReport {
  return {
    ...SILENT,
    dropped: (connections) =>
      compute.tell({ kind: 'dropped', computeId: compute.id, atMs: compute.nowMs, connections }),
  };
}

const SILENT: Omit<ClientReport, 'dropped'> = {
  held() {},
  opened() {},
  refused() {},
  timedOut() {},
  queued() {},
  poolTimedOut() {},
  diskFull() {},
  queryDone() {},
  queryDropped() {},
  waitedForStart() {},
  waitedForPool() {},
};
