import { type EventType, type LifeStep, stateNumber } from '../../compute/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import type { Detail } from '../detail.ts';
import { EVENT } from '../recorder/event-kinds.ts';
import type { Simulation } from '../simulation.ts';
import * as AT from './kernel/client-layout.ts';
import type { ClientMemory } from './kernel/kernel.ts';
import * as OFFSET from './kernel/memory-layout.ts';
import { type LifeTimes, lifeTimes } from './life-times.ts';
import type { StretchCompute, StretchSlots } from './stretch-compute.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** The life of a compute in the memory of the kernel, with its sleeps and wakes if the kernel can handle them. */
export class StretchLife {
  /** Whether the kernel handles sleeps and wakes. */
  readonly isLed: boolean;
  private readonly compute: StretchCompute;
  private readonly agenda: Agenda;
  private readonly slots: StretchSlots;
  private readonly times: LifeTimes;
  private readonly states = statesOfPhases();
  /** The places of the durations that the memory of the kernel has. */
  private starts = -1;
  private suspends = -1;

  constructor(
    compute: StretchCompute,
    simulation: Simulation,
    agenda: Agenda,
    slots: StretchSlots,
    detail: Detail,
  ) {
    this.compute = compute;
    this.agenda = agenda;
    this.slots = slots;
    this.times = lifeTimes(simulation, compute.plan.name);
    const { life } = simulation.assumptions;
    this.isLed =
      detail === 'sums' &&
      compute.hearMetered === null &&
      simulation.releases === null &&
      life.wakeAdmission === null &&
      life.startFailureShare === 0 &&
      compute.sources.every(({ kind }) => kind === 'jobs' || kind === 'load');
  }

  /** Whether the kernel can go on from here. */
  get isOpen(): boolean {
    const { core, accepts, clients } = this.compute;
    if (accepts) return true;
    return (
      this.isLed &&
      !core.life.barred &&
      clients.waitingForStart === 0 &&
      this.states.includes(core.life.state)
    );
  }

  /** The kernel has the memory of another run. */
  enter(): void {
    this.starts = -1;
    this.suspends = -1;
  }

  write({ cells, wholes }: ClientMemory): void {
    const { compute, agenda, slots, isLed } = this;
    const { core, load, draws } = compute;
    cells[AT.HAS_LIFE] = isLed ? 1 : 0;
    cells[OFFSET.PHASE] = isLed ? this.states.indexOf(core.life.state) : OFFSET.AWAKE;
    cells[OFFSET.WORK_MS] = NEVER;
    for (const count of [AT.STEPS, AT.START_WAITS, AT.HELD, AT.START_PLACE, AT.SUSPEND_PLACE])
      wholes[2 * count] = 0;
    if (!isLed) return;
    cells[AT.WORK_ORDER] = agenda.orderOf(slots.work);
    cells[OFFSET.WORK_MS] = agenda.timeOf(slots.work);
    agenda.clear(slots.work);
    cells[OFFSET.WAITS] = load.waits ? 1 : 0;
    cells[AT.DROPPED] = 0;
    cells[AT.HELD_IN_ALL] = 0;
    const [starts, suspends] = [draws.drawn('start time'), draws.drawn('suspend time')];
    const { times } = this;
    if (starts !== this.starts) cells.set(times.starts.from(starts, AT.DURATIONS), AT.START_TAKES_MS);
    if (suspends !== this.suspends)
      cells.set(times.suspends.from(suspends, AT.DURATIONS), AT.SUSPEND_TAKES_MS);
    this.starts = starts;
    this.suspends = suspends;
  }

  read({ cells, wholes }: ClientMemory): void {
    if (!this.isLed) return;
    const { compute, agenda, slots } = this;
    const { draws, load } = compute;
    agenda.set(slots.work, cells[OFFSET.WORK_MS] as number, cells[AT.WORK_ORDER] as number);
    draws.skip('start time', wholes[2 * AT.START_PLACE] as number);
    draws.skip('suspend time', wholes[2 * AT.SUSPEND_PLACE] as number);
    load.waits = cells[OFFSET.WAITS] !== 0;
    if ((wholes[2 * AT.STEPS] as number) > 0) this.readSteps({ cells, wholes });
  }

  /** Tells the records about the steps, at their times. */
  private readSteps({ cells, wholes }: ClientMemory): void {
    const { compute, agenda } = this;
    const { core, report, clientLog, journal, disk } = compute;
    const { nowMs } = agenda;
    let { state } = core.life;
    for (let one = 0; one < (wholes[2 * AT.STEPS] as number); one++) {
      const atMs = cells[AT.STEP_MS + one] as number;
      const phase = cells[AT.STEP_TO + one] as number;
      const to = this.states[phase] as number;
      const step: LifeStep = { atMs, event: this.eventOf(state, phase), from: state, to };
      agenda.nowMs = atMs;
      if (phase === OFFSET.SUSPENDING) report.stopped();
      if (phase === OFFSET.SUSPENDING) disk.clear();
      if (phase === OFFSET.AWAKE) report.started(step);
      report.entered(step, true);
      state = to;
    }
    agenda.nowMs = nowMs;
    const phase = cells[OFFSET.PHASE] as number;
    core.setSteps({
      state,
      startedMs: cells[AT.LIFE_STARTED_MS] as number,
      work: WORK[phase] as EventType,
      workAtMs: cells[OFFSET.WORK_MS] as number,
    });
    for (let one = 0; one < (wholes[2 * AT.START_WAITS] as number); one++)
      clientLog.waitedForStart(cells[AT.WAITED_MS + one] as number);
    journal.add(EVENT.connectionDropped, cells[AT.DROPPED] as number);
  }

  /** Reads the clients that still wait for a start, once their visits are known. */
  readHeld({ cells, wholes }: ClientMemory): void {
    if (!this.isLed) return;
    const { compute, agenda } = this;
    compute.journal.add(EVENT.connectionHeld, cells[AT.HELD_IN_ALL] as number);
    for (let one = 0; one < (wholes[2 * AT.HELD] as number); one++) {
      const visit = wholes[2 * (AT.HELD_VISIT + one)] as number;
      compute.clients.restoreHeld(visit);
      const untilMs = cells[AT.HELD_UNTIL_MS + one] as number;
      agenda.set(compute.runClients.timerSlot(visit), untilMs, cells[AT.HELD_ORDER + one] as number);
    }
  }

  /** The event that led from a state to a phase. */
  private eventOf(from: number, phase: number): EventType {
    if (phase === OFFSET.SUSPENDING) return 'inactivity.timeout';
    if (phase === OFFSET.AWAKE) return 'start.finished';
    return from === this.states[OFFSET.ASLEEP] ? 'connect' : 'suspend.finished';
  }
}

/** By phase, the event at the end of its work. */
const WORK: readonly EventType[] = ['start.finished', 'start.finished', 'suspend.finished', 'start.finished'];

/** By phase, the number of the state in the compiled chart. It is compiled with the first run. */
function statesOfPhases(): number[] {
  return (['starting.attempt', 'active', 'suspending', 'idle'] as const).map((one) => stateNumber(one));
}
