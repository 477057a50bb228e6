import { LOAD_TICK_MS } from '../compute/index.ts';
import { QUARTER_CU_MS_PER_CU_HOUR, type QuarterCu } from '../facts/index.ts';
import { nextMonthMs } from '../workload/index.ts';
import { Agenda, type Slot } from './agenda/agenda.ts';
import { KIND } from './agenda/kinds.ts';
import { RANK } from './agenda/ranks.ts';
import { ComputeRun } from './compute-run.ts';
import type { Detail } from './detail.ts';
import { EVENT, type EventSink } from './recorder/event-kinds.ts';
import type { Simulation } from './simulation.ts';

/** What was metered in one calendar month of UTC. */
interface MonthRow {
  readonly fromMs: number;
  readonly quarterCuMs: readonly number[];
  /** When the quota was spent, if it was. */
  readonly spentAtMs: number | null;
}

/**
 * All computes of a project over one span of time, in one agenda. A run covers [0, until): what is due at `until` is
 * not done. It can be taken on in parts; the parts make the same run.
 */
export class Run {
  readonly computes: readonly ComputeRun[];
  readonly months: MonthRow[] = [];
  readonly simulation: Simulation;
  private readonly agenda = new Agenda();
  private readonly owners: (ComputeRun | null)[] = [];
  /** The slots of each compute, and those that are for all of them. */
  private readonly slotsOf = new Map<ComputeRun | null, Slot[]>();
  private readonly quotaSlot: Slot;
  private readonly quotaQuarterCuMs: number | null;
  private monthStart: { readonly atMs: number; readonly before: readonly number[] };
  private spentAtMs: number | null = null;

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
    this.monthStart = { atMs: 0, before: this.computes.map(() => 0) };
    agenda.set(month, nextMonthMs(simulation.startMs) - simulation.startMs);
    if (simulation.releases !== null) agenda.set(release, simulation.releases.firstMs);
    for (const compute of this.computes) compute.begin();
  }

  /** Does everything that is due before `untilMs`. */
  advance(untilMs: number): void {
    const { agenda, owners } = this;
    agenda.untilMs = untilMs;
    while (agenda.nextMs() < untilMs) {
      const slot = agenda.take();
      const owner = owners[slot];
      if (owner) owner.handle(agenda.kindOf(slot), agenda.subjectOf(slot));
      else this.handle(slot, agenda.kindOf(slot));
    }
    agenda.nowMs = untilMs;
  }

  get nowMs(): number {
    return this.agenda.nowMs;
  }

  /** The months so far, the open one as it is. */
  monthsAt(nowMs: number): MonthRow[] {
    return nowMs > this.monthStart.atMs ? [...this.months, this.closedMonth(nowMs)] : this.months;
  }

  get calmAheadMs(): number {
    return this.simulation.horizonMs - this.nowMs;
  }

  meteredFrom(minimum: QuarterCu): number | null {
    const [compute, ...others] = this.computes;
    const { downscaleStepMs } = this.simulation.assumptions.autoscaler;
    // A quota would be spent at another time, and a step down that is still under way at a tick holds the next one back.
    if (this.quotaQuarterCuMs !== null || downscaleStepMs > LOAD_TICK_MS) return null;
    return compute === undefined || others.length > 0 ? null : compute.meteredFrom(minimum);
  }

  get spentMonths(): number {
    const open = this.spentAtMs === null ? 0 : 1;
    return open + this.months.filter(({ spentAtMs }) => spentAtMs !== null).length;
  }

  private handle(slot: Slot, kind: number): void {
    const { simulation, agenda, nowMs } = this;
    if (kind === KIND.month) {
      this.months.push(this.closedMonth(nowMs));
      this.monthStart = { atMs: nowMs, before: this.metered(nowMs) };
      agenda.set(slot, nextMonthMs(simulation.startMs + nowMs) - simulation.startMs);
      this.renewQuota();
    } else if (kind === KIND.release) {
      for (const compute of this.computes) compute.core.send('release.published');
      if (simulation.releases !== null) agenda.set(slot, nowMs + simulation.releases.everyMs);
    } else if (kind === KIND.quota) {
      this.spendQuota();
    }
    for (const compute of this.computes) compute.followFastPath();
  }

  private metered(nowMs: number): number[] {
    return this.computes.map(({ meter }) => meter.quarterCuMsAt(nowMs));
  }

  private closedMonth(nowMs: number): MonthRow {
    const { atMs, before } = this.monthStart;
    const quarterCuMs = this.metered(nowMs).map((value, i) => value - (before[i] as number));
    return { fromMs: atMs, quarterCuMs, spentAtMs: this.spentAtMs };
  }

  /** When this month's quota will be spent if all computes stay as they are. */
  private armQuota(): void {
    if (this.quotaQuarterCuMs === null || this.spentAtMs !== null) return;
    const { nowMs } = this;
    const used = this.metered(nowMs).reduce(
      (sum, value, i) => sum + value - (this.monthStart.before[i] as number),
      0,
    );
    const rate = this.computes.reduce((sum, { meter }) => sum + meter.size, 0);
    const left = Math.max(0, this.quotaQuarterCuMs - used);
    this.agenda.set(this.quotaSlot, rate === 0 ? Number.POSITIVE_INFINITY : nowMs + Math.ceil(left / rate));
  }

  private spendQuota(): void {
    this.spentAtMs = this.nowMs;
    for (const compute of this.computes) {
      compute.journal.count(EVENT.quotaSpent);
      compute.core.setOverQuota(true);
    }
  }

  private renewQuota(): void {
    if (this.spentAtMs !== null) {
      this.spentAtMs = null;
      for (const compute of this.computes) {
        compute.journal.count(EVENT.quotaRenewed);
        compute.core.setOverQuota(false);
      }
    }
    this.armQuota();
  }

  /**
   * Up to when a compute can go on by itself: to the next thing that is for it or for all of them. Whatever else the
   * others do is nothing to it, unless they have a quota together.
   */
  private aloneUntilMs(compute: ComputeRun): number {
    const { agenda, slotsOf, quotaQuarterCuMs } = this;
    let untilMs = agenda.untilMs;
    if (quotaQuarterCuMs !== null) return Math.min(untilMs, agenda.nextMs());
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
