import { QUARTER_CU_MS_PER_CU_HOUR } from '../../facts/index.ts';
import { RANK } from '../../simulator/index.ts';
import { nextMonthMs } from '../../workload/index.ts';
import type { Alarm } from '../computes/alarms.ts';
import type { WorldState } from '../world/world-state.ts';
import { monthStartMs, sumOf } from './consumption.ts';
import { meteredSince } from './metered-since.ts';

/**
 * Watches the CU-hours that a plan includes for a project in a calendar month of UTC. Once they are spent, the computes
 * of the project are suspended until the next month.
 */
export class Quota {
  private readonly spending = new Map<string, Alarm>();
  private readonly spent = new Set<string>();
  private readonly world: WorldState;
  private month: Alarm | null = null;

  constructor(world: WorldState) {
    this.world = world;
  }

  /** Begins to watch all projects of a world that was loaded. */
  resume(): void {
    for (const { id } of this.world.tables.projects.all()) {
      if (this.limitOf(id) === null) continue;
      const computes = this.computesOf(id);
      if (computes.some((compute) => compute.core.life.saved().overQuota) || this.leftOf(id) === 0)
        this.spent.add(id);
      this.watch(id);
    }
  }

  /** To be called when the metered time of a project or its plan changes. */
  changed(projectId: string): void {
    if (this.limitOf(projectId) !== null) this.watch(projectId);
    else this.lift(projectId);
  }

  /** To be called when the plan of an account changes. */
  planChanged(accountId: string): void {
    for (const { id } of this.world.tables.projects.of(accountId)) this.changed(id);
  }

  isSpent(projectId: string): boolean {
    return this.spent.has(projectId);
  }

  forget(projectId: string): void {
    this.spending.get(projectId)?.release();
    this.spending.delete(projectId);
    this.spent.delete(projectId);
  }

  /** Sets an alarm for the time at which the quota is spent if all sizes stay as they are. */
  private watch(projectId: string): void {
    this.watchMonth();
    if (this.spent.has(projectId)) return;
    let alarm = this.spending.get(projectId);
    if (alarm === undefined) {
      alarm = this.world.alarms.alarm(RANK.quota, () => this.spend(projectId));
      this.spending.set(projectId, alarm);
    }
    const open = this.computesOf(projectId).map((compute) => compute.report.openStretch);
    const rate = open.reduce((sum, { quarterCu }) => sum + quarterCu, 0);
    const left = this.leftOf(projectId);
    if (left === 0) alarm.set(this.world.nowMs);
    else if (rate === 0) alarm.clear();
    else alarm.set(this.world.nowMs + Math.ceil(left / rate));
  }

  /** The rest of this month's quota, in quarter-CU-milliseconds. */
  private leftOf(projectId: string): number {
    const used = sumOf(meteredSince(this.world, projectId, monthStartMs(this.world.nowMs))).quarterCuMs;
    return Math.max(0, (this.limitOf(projectId) ?? 0) - used);
  }

  /** Ends the quota of a project, and no longer bars its computes. */
  private lift(projectId: string): void {
    const wasSpent = this.spent.has(projectId);
    this.forget(projectId);
    if (!wasSpent) return;
    for (const compute of this.computesOf(projectId)) compute.setOverQuota(false, this.world.nowMs);
  }

  private spend(projectId: string): void {
    this.spent.add(projectId);
    for (const compute of this.computesOf(projectId)) compute.setOverQuota(true, this.world.nowMs);
  }

  private watchMonth(): void {
    if (this.month !== null) return;
    this.month = this.world.alarms.alarm(RANK.border, (atMs) => {
      this.month?.set(nextMonthMs(atMs));
      const renewed = [...this.spent];
      this.spent.clear();
      for (const projectId of renewed)
        for (const compute of this.computesOf(projectId)) compute.setOverQuota(false, atMs);
      for (const projectId of this.spending.keys()) this.watch(projectId);
    });
    this.month.set(nextMonthMs(this.world.nowMs));
  }

  private computesOf(projectId: string) {
    return this.world.tables.endpoints.of(projectId).flatMap(({ id }) => this.world.computes.get(id) ?? []);
  }

  private limitOf(projectId: string): number | null {
    const project = this.world.tables.projects.get(projectId);
    if (project === undefined) return null;
    const hours = this.world.facts.quotaCuHours.value[this.world.planOf(project)];
    return hours === null ? null : hours * QUARTER_CU_MS_PER_CU_HOUR;
  }
}
