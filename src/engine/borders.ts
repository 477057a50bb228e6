import type { Agenda, Slot } from './agenda.ts';
import type { ComputeRun } from './compute-run.ts';
import { Course } from './course.ts';
import type { Detail } from './detail.ts';
import type { Simulation } from './simulation.ts';
import { Tallies } from './tallies.ts';

/** What one compute comes to from border to border: of local hours and days, and of the steps of its course. */
export class Borders {
  readonly tallies: Tallies;
  readonly course: Course;
  private readonly agenda: Agenda;
  private readonly slots: BorderSlots;
  private readonly detail: Detail;

  constructor(
    compute: ComputeRun,
    simulation: Simulation,
    agenda: Agenda,
    slots: BorderSlots,
    detail: Detail,
  ) {
    this.tallies = new Tallies(compute, simulation);
    this.course = new Course(compute, simulation);
    this.agenda = agenda;
    this.slots = slots;
    this.detail = detail;
  }

  begin(): void {
    if (this.detail !== 'all') return;
    this.agenda.set(this.slots.tally, this.tallies.nextMs(0));
    this.agenda.set(this.slots.step, this.course.stepMs);
  }

  tally(): void {
    const { nowMs } = this.agenda;
    this.tallies.close(nowMs);
    this.agenda.set(this.slots.tally, this.tallies.nextMs(nowMs));
  }

  step(): void {
    const { nowMs } = this.agenda;
    this.course.close(nowMs);
    this.agenda.set(this.slots.step, nowMs + this.course.stepMs);
  }
}

interface BorderSlots {
  readonly tally: Slot;
  readonly step: Slot;
}
