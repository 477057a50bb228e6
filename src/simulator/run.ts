import { LOAD_TICK_MS } from '../compute/index.ts';
import { QUARTER_CU_MS_PER_CU_HOUR, type QuarterCu } from '../facts/index.ts';
import { Agenda, type Slot } from './agenda/agenda.ts';
import { KIND } from './agenda/kinds.ts';
import { RANK } from './agenda/ranks.ts';
import { ComputeRun } from './compute-run.ts';
import type { Detail } from './detail.ts';
import { EVENT, type EventSink } from './recorder/event-kinds.ts';
import { MonthLog, type MonthRow } from './recorder/month-log.ts';
import type { Simulation } from './simulation.ts';

/**
 * All computes of a project over a span of time, with one agenda. A run covers [0, until): an event at
 * `until` is not handled yet. A run that is advanced in parts equals a run in one part.
 */
export class Run {
  readonly computes: readonly ComputeRun[];
  readonly simulation: Simulation;
  private readonly agenda = new Agenda();
  private readonly owners: (ComputeRun | null)[] = [];
  /** The slots of each compute. The slots of the project have the key null. */
  private readonly slotsOf = new Map<ComputeRun | null, Slot[]>();
  private readonly quotaSlot: Slot;
  private readonly quotaQuarterCuMs: number | null;
  private readonly months: MonthLog;

  constructor(simulation: Simulation, sink: EventSink | null = null, detail: Detail = 'all') {
    this.simulation = simulation;
    const { agenda } = this;
    const own = (rank: number, kind: number) => this.claim(agenda.slot(rank, kind, 0), null);
    const month = own(RANK.border, KIND.month);
    const release = own(RANK.change, KIND.release);
    this.quotaSlot = own(RANK.quota, KIND.quota);
    const quota = simulation.facts.quotaCuHours.value[simulation.plan];
    this.quotaQuarterCuMs = quota === null ? null : quota * QUARTER_CU_MS_PER_CU_HOUR;
    this.computes = simulation.computes.map(
      (plan) =>
        new ComputeRun(
          plan,
          simulation,
          agenda,
          (slot, owner) => this.claim(slot, owner),
          quota === null ? null : () => this.armQuota(),
          (compute) => this.aloneUntilMs(compute),
          (branch) => this.primaryOf(branch),
          sink,
          detail,
        ),
    );
    this.months = new MonthLog(simulation.startMs, (nowMs) =>
      this.computes.map(({ meter }) => meter.quarterCuMsAt(nowMs)),
    );
    agenda.set(month, this.months.endMs);
    if (simulation.releases !== null) agenda.set(release, simulation.releases.firstMs);
    for (const compute of this.computes) compute.begin();
  }

  /** Handles all events before `untilMs`. */
  advance(untilMs: number): void {
    this.handleBefore(untilMs);
    this.agenda.nowMs = untilMs;
  }

  /**
   * A method of its own: the loop of a long part is compiled before its end has ever run, and code after it would be
   * discarded each time that it is reached.
   */
  private handleBefore(untilMs: number): void {
    const { agenda, owners, computes } = this;
    agenda.untilMs = untilMs;
    for (const compute of computes) compute.followFastPath();
    while (agenda.nextMs() < untilMs) {
      const slot = agenda.take();
      const owner = owners[slot];
      if (owner) owner.handle(agenda.kindOf(slot), agenda.subjectOf(slot));
      else this.handle(slot, agenda.kindOf(slot));
    }
  }

  get nowMs(): number {
    return this.agenda.nowMs;
  }

  monthsAt(nowMs: number): readonly MonthRow[] {
    return this.months.at(nowMs);
  }

  get calmAheadMs(): number {
    return this.simulation.horizonMs - this.nowMs;
  }

  meteredFrom(minimum: QuarterCu): number | null {
    const [compute, ...others] = this.computes;
    const { downscaleStepMs } = this.simulation.assumptions.autoscaler;
    // Another minimum would spend a quota at another time. A step down that is still under way at a tick
    // would delay the next one.
    if (this.quotaQuarterCuMs !== null || downscaleStepMs > LOAD_TICK_MS) return null;
    return compute === undefined || others.length > 0 ? null : compute.meteredFrom(minimum);
  }

  get spentMonths(): number {
    const open = this.months.spentAtMs === null ? 0 : 1;
    return open + this.months.closed.filter(({ spentAtMs }) => spentAtMs !== null).length;
  }

  private handle(slot: Slot, kind: number): void {
    const { simulation, agenda, nowMs } = this;
    if (kind === KIND.month) {
      this.months.close();
      agenda.set(slot, this.months.endMs);
      this.renewQuota();
    } else if (kind === KIND.release) {
      for (const compute of this.computes) compute.core.send('release.published');
      if (simulation.releases !== null) agenda.set(slot, nowMs + simulation.releases.everyMs);
    } else if (kind === KIND.quota) {
      this.spendQuota();
    }
    for (const compute of this.computes) compute.followFastPath();
  }

  /** Sets the time at which the quota of the month will be spent, if all metered sizes stay the same. */
  private armQuota(): void {
    if (this.quotaQuarterCuMs === null || this.months.spentAtMs !== null) return;
    const { nowMs } = this;
    const used = this.months.meteredAt(nowMs).reduce((sum, value) => sum + value, 0);
    const rate = this.computes.reduce((sum, { meter }) => sum + meter.size, 0);
    const left = Math.max(0, this.quotaQuarterCuMs - used);
    this.agenda.set(this.quotaSlot, rate === 0 ? Number.POSITIVE_INFINITY : nowMs + Math.ceil(left / rate));
  }

  private spendQuota(): void {
    this.months.spentAtMs = this.nowMs;
    for (const compute of this.computes) {
      compute.journal.count(EVENT.quotaSpent);
      compute.core.setOverQuota(true);
    }
  }

  private renewQuota(): void {
    if (this.months.spentAtMs !== null) {
      this.months.spentAtMs = null;
      for (const compute of this.computes) {
        compute.journal.count(EVENT.quotaRenewed);
        compute.core.setOverQuota(false);
      }
    }
    this.armQuota();
  }

  /**
   * Returns the time up to which a compute can go on by itself: the next event for this compute, or for all
   * of them. Events of other computes do not affect it, unless they share a quota.
   */
  private aloneUntilMs(compute: ComputeRun): number {
    const { agenda, slotsOf, quotaQuarterCuMs } = this;
    let untilMs = agenda.untilMs;
    if (quotaQuarterCuMs !== null || this.computes.length === 1) return Math.min(untilMs, agenda.nextMs());
    for (const slot of slotsOf.get(null) ?? []) untilMs = Math.min(untilMs, agenda.timeOf(slot));
    for (const slot of slotsOf.get(compute) ?? []) untilMs = Math.min(untilMs, agenda.timeOf(slot));
    return untilMs;
  }

  private primaryOf(branch: string): ComputeRun | undefined {
    return this.computes.find(
      ({ plan, settings, view }) =>
        plan.type === 'read_write' && settings.branch === branch && view.currentState !== null,
    );
  }

  private claim(slot: Slot, owner: ComputeRun | null): Slot {
    this.owners[slot] = owner;
    const slots = this.slotsOf.get(owner);
    if (slots === undefined) this.slotsOf.set(owner, [slot]);
    else slots.push(slot);
    return slot;
  }
}
