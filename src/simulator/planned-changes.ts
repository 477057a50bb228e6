import type { EventType } from '../compute/index.ts';
import type { QuarterCu } from '../facts/index.ts';
import { EVENT } from './recorder/event-kinds.ts';
import type { Journal } from './recorder/journal.ts';
import type { Settings } from './settings.ts';
import type { ComputePlan, PlannedChange } from './simulation.ts';

/** The parts of a compute that planned changes need. */
interface ChangedCompute {
  readonly plan: ComputePlan;
  readonly settings: Settings;
  readonly journal: Journal;
  readonly core: { send(event: EventType): unknown };
  readonly peakSize: QuarterCu;
}

/** The changes that a scenario plans for one compute: commands and new settings, each at its time. */
export class PlannedChanges {
  /** The largest size before the first change of size. Null if there was no such change. */
  peakUntilResize: QuarterCu | null = null;
  private readonly compute: ChangedCompute;
  private readonly isBranchTaken: (branch: string) => boolean;

  /** @param isBranchTaken whether the branch has another primary, for example one whose own move was refused */
  constructor(compute: ChangedCompute, isBranchTaken: (branch: string) => boolean) {
    this.compute = compute;
    this.isBranchTaken = isBranchTaken;
  }

  due(number: number): void {
    const { plan, settings, journal, peakSize } = this.compute;
    const { change } = plan.changes[number] as PlannedChange;
    if (change.kind === 'command') {
      this.command(change.command);
      return;
    }
    if (change.kind === 'branch' && plan.type !== 'read_only' && this.isBranchTaken(change.branch)) {
      journal.count(EVENT.commandRejected, { command: 'branch.change', why: 'rejectTaken' });
      return;
    }
    if (change.kind === 'size') this.peakUntilResize ??= peakSize;
    this.command(settings.want(change));
    settings.settle();
  }

  private command(event: EventType): void {
    const { journal, core } = this.compute;
    journal.count(EVENT.commandDone, { command: event });
    core.send(event);
  }
}
