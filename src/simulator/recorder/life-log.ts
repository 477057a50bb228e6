import {
  type ActionId,
  causeOf,
  type LifeStep,
  type Limits,
  type ReportPorts,
  stateName,
  stateView,
} from '../../compute/index.ts';
import { cuOf, type QuarterCu } from '../../facts/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import type { CountedApart } from './counted-apart.ts';
import { EVENT } from './event-kinds.ts';
import type { Journal } from './journal.ts';
import type { LimitLog } from './limit-log.ts';
import type { StateLog } from './state-log.ts';
import type { AwakeTime, WakeLog } from './wake-log.ts';

/** The parts of a compute that the log reads and writes. */
interface LoggedCompute {
  readonly size: QuarterCu;
  readonly core: { readonly life: { readonly release: number } };
  readonly scaling: { readonly reason: string };
  readonly meter: { readonly size: number; set(size: QuarterCu | 0, nowMs: number): void };
  readonly sizes: { note(nowMs: number): void };
  readonly hearMetered: (() => void) | null;
  readonly journal: Journal;
  readonly states: StateLog;
  readonly apart: CountedApart;
  readonly wakes: WakeLog;
  readonly limitLog: LimitLog;
  readonly settings: { readonly limits: Limits };
  readonly cache: { readonly isWarm: boolean };
  readonly clients: { readonly connections: { readonly inFirstSecond: number } };
}

/** Records the life of one compute in a run, and its metered size. */
export class LifeLog implements ReportPorts {
  /** Whether the compute is restarting, in contrast to waking from sleep. */
  private restarts = false;
  /** The release of the last start. */
  private release = 0;
  private readonly compute: LoggedCompute;
  private readonly agenda: Agenda;

  constructor(compute: LoggedCompute, agenda: Agenda) {
    this.compute = compute;
    this.agenda = agenda;
  }

  performed(action: ActionId, step: LifeStep): void {
    const { journal, core } = this.compute;
    switch (action) {
      case 'pickUpRelease':
        if (core.life.release !== this.release) journal.count(EVENT.releasePickedUp);
        this.release = core.life.release;
        return;
      case 'rejectBusy':
      case 'rejectBarred':
      case 'rejectAbsent':
        journal.count(EVENT.commandRejected, { command: step.event, why: action });
        return;
      default:
    }
  }

  started(step: LifeStep): void {
    const { limitLog, settings, wakes } = this.compute;
    const { nowMs } = this.agenda;
    limitLog.start(settings.limits, nowMs);
    wakes.begin(nowMs, this.startCause(step));
  }

  stopped(): void {
    const { wakes, clients } = this.compute;
    wakes.end(this.agenda.nowMs, clients.connections.inFirstSecond);
  }

  memoryKilled(bytes: number): void {
    const { journal, size } = this.compute;
    journal.count(EVENT.memoryKill, { memoryBytes: Math.round(bytes), cu: cuOf(size) });
  }

  pagesRead(costMs: number): void {
    const { wakes, cache } = this.compute;
    wakes.pagesRead(costMs, cache, this.agenda.nowMs);
  }

  entered(step: LifeStep, isShown: boolean): void {
    this.compute.states.enter(step.to, this.agenda.nowMs);
    if (isShown) this.tell(step);
  }

  metered(size: QuarterCu | 0): void {
    const { meter, hearMetered, sizes } = this.compute;
    if (size === meter.size) return;
    sizes.note(this.agenda.nowMs);
    meter.set(size, this.agenda.nowMs);
    hearMetered?.();
  }

  resized(size: QuarterCu): void {
    const { journal, scaling } = this.compute;
    const reason = journal.isRead ? scaling.reason : '';
    if (journal.isRead) journal.count(EVENT.resized, { cu: cuOf(size), reason });
    else journal.count(EVENT.resized);
    if (journal.timeline.hasRoom) {
      journal.timeline.add({
        atMs: this.agenda.nowMs,
        state: 'active',
        pending: null,
        cu: cuOf(size),
        reason,
      });
    } else {
      journal.timeline.omitted++;
    }
  }

  downscaleDenied(size: QuarterCu): void {
    this.compute.journal.count(EVENT.downscaleDenied, { cu: cuOf(size) });
  }

  private startCause(step: LifeStep): AwakeTime['cause'] {
    if (isBegin(step)) return 'run begins';
    return this.restarts ? 'restart' : 'wake';
  }

  /** Records the state that the API shows from now on. */
  private tell(step: LifeStep): void {
    const { from, to, event } = step;
    const { journal, apart, size } = this.compute;
    const { currentState, pendingState } = stateView(to);
    const before = stateView(from);
    if (currentState === 'active' && before.currentState === 'idle') {
      journal.count(this.restarts ? EVENT.restart : EVENT.wake);
      if (!this.restarts) apart.wake(this.agenda.nowMs);
    }
    // Both a restart and a wake pass through idle. The state before tells which one it is.
    this.restarts = stateName(from).startsWith('restarting') || (this.restarts && currentState !== 'active');
    if (currentState === 'idle' && before.currentState === 'active' && pendingState === null)
      journal.count(EVENT.suspend);
    const reason = isBegin(step) ? 'the run begins' : causeOf(event);
    const shown = { state: currentState, pending: pendingState, cu: cuOf(size), reason };
    journal.count(EVENT.state, shown);
    journal.timeline.add({ atMs: this.agenda.nowMs, ...shown });
  }
}

function isBegin({ from }: LifeStep): boolean {
  return stateName(from) === 'none';
}
