import type { FactSet, PlanName } from '../../facts/index.ts';
import type { Alarms } from '../computes/alarms.ts';
import type { LiveCompute } from '../computes/live-compute.ts';
import type { ProjectRecord } from '../records/records.ts';
import type { Tables } from '../records/tables.ts';

/** The part of the world that its own rules, such as the quota, use. */
export interface WorldState {
  readonly facts: FactSet;
  readonly tables: Tables;
  readonly alarms: Alarms;
  readonly computes: ReadonlyMap<string, LiveCompute>;
  readonly nowMs: number;
  compute(id: string): LiveCompute;
  planOf(project: ProjectRecord): PlanName;
}
