import {
  type Bounds,
  boundsOf,
  type EventType,
  type Limits,
  limitsOf,
  type SettingsInForce,
} from '../compute/index.ts';
import { isFixed, type SizeSetting } from '../facts/index.ts';
import type { Change, ComputePlan, Simulation } from './simulation.ts';

/** The settings of one compute as they are in force, and as a change under way wants them. */
export class Settings implements SettingsInForce {
  size: SizeSetting;
  autoscales: boolean;
  suspendAfterMs: number | null;
  branch: string;
  limits: Limits;
  bounds: Bounds;
  private taken: Readonly<Pick<Settings, 'size' | 'suspendAfterMs' | 'branch'>>;
  private readonly simulation: Simulation;

  constructor({ size, suspendAfterMs, branch }: ComputePlan, simulation: Simulation) {
    this.simulation = simulation;
    this.size = size;
    this.autoscales = !isFixed(size);
    this.suspendAfterMs = suspendAfterMs;
    this.branch = branch;
    this.limits = limitsOf(size, simulation);
    this.bounds = boundsOf(size);
    this.taken = { size, suspendAfterMs, branch };
  }

  /** Wants what the change says; the command that asks the compute for it. */
  want(change: Exclude<Change, { kind: 'command' }>): EventType {
    if (change.kind === 'suspendAfter') {
      this.suspendAfterMs = change.suspendAfterMs;
      return 'settings.change';
    }
    if (change.kind === 'branch') {
      this.branch = change.branch;
      return 'branch.change';
    }
    const scaled = this.autoscales;
    this.setSize(change.size);
    return !scaled && !this.autoscales ? 'resize' : 'range.change';
  }

  /** The compute takes what is wanted. */
  take(): void {
    this.taken = { size: this.size, suspendAfterMs: this.suspendAfterMs, branch: this.branch };
  }

  /** The command is over. A change that was refused leaves everything as it was. */
  settle(): void {
    this.setSize(this.taken.size);
    this.suspendAfterMs = this.taken.suspendAfterMs;
    this.branch = this.taken.branch;
    this.limits = limitsOf(this.size, this.simulation);
    this.bounds = boundsOf(this.size);
  }

  private setSize(size: SizeSetting): void {
    this.size = size;
    this.autoscales = !isFixed(size);
  }
}
