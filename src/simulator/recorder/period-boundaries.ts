import type { Agenda, Slot } from '../agenda/agenda.ts';
import type { Detail } from '../detail.ts';
import type { Simulation } from '../simulation.ts';
import { HourlyTotals, type TotalledCompute } from './hourly-totals.ts';
import { type ObservedCompute, TimeSeries } from './time-series.ts';

/** Closes the totals of local hours and days, and the steps of the time series, when they end. */
export class PeriodBoundaries {
  readonly hourlyTotals: HourlyTotals;
  readonly timeSeries: TimeSeries;
  private readonly agenda: Agenda;
  private readonly slots: BoundarySlots;
  private readonly detail: Detail;

  constructor(
    compute: TotalledCompute & ObservedCompute,
    simulation: Simulation,
    agenda: Agenda,
    slots: BoundarySlots,
    detail: Detail,
  ) {
    this.hourlyTotals = new HourlyTotals(compute, simulation);
    this.timeSeries = new TimeSeries(compute, simulation);
    this.agenda = agenda;
    this.slots = slots;
    this.detail = detail;
  }

  begin(): void {
    if (this.detail !== 'all') return;
    this.agenda.set(this.slots.hourlyTotals, this.hourlyTotals.nextMs(0));
    this.agenda.set(this.slots.step, this.timeSeries.stepMs);
  }

  endHour(): void {
    const { nowMs } = this.agenda;
    this.hourlyTotals.close(nowMs);
    this.agenda.set(this.slots.hourlyTotals, this.hourlyTotals.nextMs(nowMs));
  }

  endStep(): void {
    const { nowMs } = this.agenda;
    this.timeSeries.close(nowMs);
    this.agenda.set(this.slots.step, nowMs + this.timeSeries.stepMs);
  }
}

interface BoundarySlots {
  readonly hourlyTotals: Slot;
  readonly step: Slot;
}
