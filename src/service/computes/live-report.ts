import { type ActionId, causeOf, type LifeStep, type ReportPorts, stateView } from '../../compute/index.ts';
import { cuOf, type QuarterCu } from '../../facts/index.ts';
import type { StateEvent } from './compute-events.ts';
import type { ComputeHost } from './compute-host.ts';
import { type ComputeWork, endsWork, isWork, WORK, workAhead } from './work-ahead.ts';

/** The outcome of a command. */
export type CommandOutcome = 'done' | 'no change' | 'busy' | 'barred' | 'absent';

const REJECTED: { readonly [Action in ActionId]?: CommandOutcome } = {
  rejectBusy: 'busy',
  rejectBarred: 'barred',
  rejectAbsent: 'absent',
  noChange: 'no change',
};

/** Keeps what the life of one compute comes to in the store: its operations, its metered time, and who is told of it. */
export class LiveReport implements ReportPorts {
  /** The outcome of the last command. */
  outcome: CommandOutcome = 'done';
  private meteredSinceMs: number;
  private rate = 0;
  private workUnderWay: ComputeWork | null = null;
  /** The step that last began work, or put it off. */
  private workBegunBy: LifeStep | null = null;
  private readonly compute: ComputeHost;

  constructor(compute: ComputeHost, meteredSinceMs: number) {
    this.compute = compute;
    this.meteredSinceMs = meteredSinceMs;
  }

  /** Goes on from what was saved, at the size that is metered. */
  resume(rate: number): void {
    const work = this.compute.around.operations.unfinished.find(({ status }) => status === 'running');
    this.rate = rate;
    this.workUnderWay =
      (Object.keys(WORK) as ComputeWork[]).find((key) => WORK[key].action === work?.action) ?? null;
  }

  /** The stretch that is metered now, with its CU-time so far. */
  get openStretch(): { readonly fromMs: number; readonly quarterCu: number } {
    return { fromMs: this.meteredSinceMs, quarterCu: this.rate };
  }

  performed(action: ActionId, step: LifeStep): void {
    const { nowMs, around, core } = this.compute;
    const { operations } = around;
    this.outcome = REJECTED[action] ?? this.outcome;
    if (isWork(action)) {
      if (endsWork(step.event)) operations.finish(nowMs);
      this.workUnderWay = action;
      this.workBegunBy = step;
      if (action === 'beginStart') this.compute.fitToPlan();
      operations.run(WORK[action].action, nowMs);
    } else if (action === 'scheduleRetry') {
      this.workBegunBy = step;
      operations.retry(core.life.saved().work?.atMs ?? nowMs, nowMs);
    } else if (action === 'cancelTimers') {
      this.workUnderWay = null;
      operations.cancel(nowMs);
    } else if (action === 'serveWaiting') {
      this.compute.tell({ kind: 'started', computeId: this.compute.id, atMs: nowMs });
    }
  }

  entered(step: LifeStep, isShown: boolean): void {
    const { nowMs, around } = this.compute;
    if (this.workBegunBy !== step && (endsWork(step.event) || step.event === 'start.failed')) {
      this.workUnderWay = null;
      if (endsWork(step.event)) around.operations.finish(nowMs);
      else around.operations.fail('the compute did not start', nowMs);
    }
    if (isShown) this.tellState(causeOf(step.event));
  }

  /** A command has led to another state: what follows from there is scheduled. */
  scheduleAhead(): void {
    this.compute.around.operations.schedule(workAhead(this.compute.core.life.state, this.workUnderWay));
  }

  metered(size: QuarterCu | 0): void {
    if (size !== this.rate) this.closeStretch(size);
  }

  closeStretch(nextRate = this.rate): void {
    const { meteredSinceMs, rate } = this;
    this.meteredSinceMs = this.compute.nowMs;
    this.rate = nextRate;
    this.compute.around.metered(meteredSinceMs, rate);
  }

  resized(): void {
    this.tellState(this.compute.core.scaling.reason);
  }

  /** The API does not tell of these. */
  downscaleDenied(): void {}
  started(): void {}
  stopped(): void {}
  memoryKilled(): void {}
  pagesRead(): void {}

  private tellState(reason: string): void {
    this.compute.tell(this.stateEvent(reason));
  }

  /** Its state and size at this instant, as an event. */
  stateEvent(reason: string): StateEvent {
    const { id, nowMs, core } = this.compute;
    const { currentState, pendingState } = stateView(core.life.state);
    return {
      kind: 'state',
      computeId: id,
      atMs: nowMs,
      state: currentState,
      pending: pendingState,
      cu: cuOf(core.size),
      reason,
    };
  }
}
