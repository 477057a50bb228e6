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

/** The settings of one compute: those in force, and those that a change under way requests. */
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

  /** Requests a change. Returns the command to send to the compute. */
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

  /** The compute accepts the requested settings. */
  take(): void {
    this.taken = { size: this.size, suspendAfterMs: this.suspendAfterMs, branch: this.branch };
  }

  /**
   * Puts the accepted settings in force when the command is over. A refused change leaves them as they were.
   */
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
