import type { Cpu } from '../../compute/index.ts';
import { RANK } from '../../engine/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import type { LiveState, Load } from '../records/live-state.ts';
import type { Alarm } from './alarms.ts';
import type { ComputeHost } from './compute-host.ts';
import { TimedAlarm } from './timed-alarm.ts';

/** The load of one compute: what is asked of it all the time. It knocks, waits, is refused and comes back like clients. */
export class LiveLoad {
  asked: Load;
  /** It waits at the door. */
  waits: boolean;
  /** What it holds while the compute runs. */
  connections: number;
  memoryBytes: number;
  private readonly compute: ComputeHost;
  private readonly cpu: Cpu;
  private readonly cpuAlarm: Alarm;
  private readonly knock: TimedAlarm;

  constructor(compute: ComputeHost, cpu: Cpu, live: LiveState) {
    this.compute = compute;
    this.cpu = cpu;
    this.asked = live.load;
    this.waits = live.flowWaits;
    this.connections = live.flowConnections;
    this.memoryBytes = live.flowMemoryBytes;
    this.cpuAlarm = compute.alarm(RANK.ending, () => this.cpuDue());
    this.knock = new TimedAlarm(compute.alarm(RANK.demand, () => this.knockAgain()));
  }

  saved(): Pick<
    LiveState,
    'load' | 'cpu' | 'flowWaits' | 'flowConnections' | 'flowMemoryBytes' | 'knockAtMs'
  > {
    return {
      load: this.asked,
      cpu: this.cpu.saved(),
      flowWaits: this.waits,
      flowConnections: this.connections,
      flowMemoryBytes: this.memoryBytes,
      knockAtMs: this.knock.saved,
    };
  }

  resume(live: LiveState): void {
    this.cpu.restore(live.cpu);
    this.knock.resume(live.knockAtMs);
  }

  /** It asks for processors, or has not had all that it asked for. */
  get isBusy(): boolean {
    return this.cpu.flow > 0 || this.cpu.backlogAt(this.compute.nowMs) > 0;
  }

  /** It asks for processors now, whether it gets them or not. */
  get isFlowing(): boolean {
    return this.cpu.flow > 0;
  }

  /** What is asked for already is nothing new: if it was refused, it comes back in its own time. */
  set(load: Load): void {
    if (isSame(load, this.asked)) return;
    this.asked = load;
    this.knock.set(Number.POSITIVE_INFINITY);
    this.apply();
  }

  /** What is asked for now. It wakes a compute that sleeps, like a client that knocks, and queues meanwhile. */
  apply(): void {
    const { compute, cpu } = this;
    const { vcpu, cpuMsPerQuery, concurrency, connections, memoryBytes } = this.asked;
    if (vcpu > 0 && !compute.accepts && !this.waits) {
      compute.send('connect');
      if (!this.waits && !compute.accepts) {
        this.giveUp();
        return;
      }
    }
    // By the rate of its queries, as the engine adds up its loads: the same to the last bit.
    const cost = vcpu > 0 ? vcpu / (vcpu / cpuMsPerQuery) : 1;
    const wasBusy = cpu.flow > 0;
    cpu.setFlow(vcpu, cost, concurrency ?? Number.POSITIVE_INFINITY, compute.nowMs);
    this.cpuChanged();
    compute.scaling.wantTick(compute.nowMs);
    if (!compute.accepts) return;
    // A load that was cut off and is let in must not come back a second time.
    this.knock.set(Number.POSITIVE_INFINITY);
    // The end of a load is activity too: inactivity counts from there. Nothing that stays nothing is not.
    if (vcpu > 0 || wasBusy) compute.touch();
    const { clientConnections, poolSize } = compute.limits;
    const room = clientConnections - compute.sessions.backends(poolSize);
    this.connections = Math.min(vcpu > 0 ? connections : 0, Math.max(0, room));
    this.memoryBytes = memoryBytes;
    compute.memoryChanged();
  }

  /** It is refused: what it wanted is not asked for again, and it comes back a minute later, if ever. */
  giveUp(): void {
    this.cpu.setFlow(0, 1, Number.POSITIVE_INFINITY, this.compute.nowMs);
    this.cpu.forgetBacklog(this.compute.nowMs);
    this.cpuChanged();
    if (this.compute.view.currentState !== null) this.comeBackAfter(MINUTE_MS);
  }

  /** Whoever is cut off in the middle comes back within a second. */
  cut(): void {
    this.comeBackAfter(SECOND_MS);
  }

  cpuChanged(): void {
    this.cpuAlarm.set(Math.min(this.cpu.backlogGoneMs(), this.cpu.nextFinishMs()));
  }

  end(): void {
    this.cpuAlarm.release();
    this.knock.release();
  }

  private comeBackAfter(ms: number): void {
    const atMs = this.compute.nowMs + ms;
    if (this.asked.vcpu > 0 && atMs < this.knock.atMs) this.knock.set(atMs);
  }

  private knockAgain(): void {
    this.knock.rang();
    this.apply();
  }

  /** A query has had its processors, or the load has no more backlog. */
  private cpuDue(): void {
    const { compute } = this;
    compute.clients.cpuDue();
    this.cpu.settle(compute.nowMs);
    this.cpuChanged();
    if (!this.isBusy) compute.touch();
    compute.scaling.wantTick(compute.nowMs);
  }
}

function isSame(one: Load, other: Load): boolean {
  return (Object.keys(one) as (keyof Load)[]).every((field) => one[field] === other[field]);
}
