import { newLive } from '../../../src/service/records/live-state.ts';
import type { EndpointRecord, OperationRecord, ProjectRecord } from '../../../src/service/records/records.ts';

export function projectRecord(id: string, name = 'a project'): ProjectRecord {
  return {
    id,
    name,
    userId: null,
    orgId: 'org-1',
    regionId: 'aws-eu-central-1',
    pgVersion: 17,
    storePasswords: true,
    historyRetentionSeconds: 86_400,
    settings: {},
    defaultEndpointSettings: { minCu: 0.25, maxCu: 2 },
    createdAtMs: 1_790_000_000_000,
    updatedAtMs: 1_790_000_000_000,
  };
}

export function endpointRecord(id: string, branchId: string): EndpointRecord {
  return {
    id,
    projectId: 'p-1',
    branchId,
    type: 'read_write',
    name: null,
    minCu: 0.25,
    maxCu: 2,
    suspendTimeoutSeconds: 0,
    poolerEnabled: false,
    disabled: false,
    passwordlessAccess: true,
    pgSettings: {},
    pgbouncerSettings: {},
    createdAtMs: 1_790_000_000_000,
    updatedAtMs: 1_790_000_000_000,
    startedAtMs: null,
    suspendedAtMs: null,
    lastActiveAtMs: 1_790_000_000_001,
    live: newLive(0.25, 2, 1_790_000_000_000, false),
  };
}

export function operationRecord(sequence: number): OperationRecord {
  return {
    id: `op-${String(sequence).padStart(8, '0')}`,
    sequence,
    projectId: 'p-1',
    branchId: null,
    endpointId: null,
    action: 'start_compute',
    status: 'finished',
    error: null,
    failures: 0,
    retryAtMs: null,
    createdAtMs: 1_790_000_000_000,
    updatedAtMs: 1_790_000_000_000,
  };
}
