import {
  type ActionId,
  constant,
  createLife,
  DEFAULT_LIFE,
  type EventType,
  type Life,
  type LifePorts,
  type LifeSettings,
  type SavedLife,
  type Stepper,
  stateName,
  stateView,
  step,
  type Timer,
} from '../../src/compute/index.ts';

/** Times that are easy to follow: a start takes 300 ms, a suspend 200 ms, a change of settings 100 ms. */
export const PLAIN: LifeSettings = {
  ...DEFAULT_LIFE,
  idleCheckMs: 0,
  startTime: constant(300),
  suspendTime: constant(200),
  applyTime: constant(100),
};

export const MINUTE = 60_000;

/** One compute with its clients, and a clock that the test moves. `story` lists the events in order. */
export class World {
  nowMs = 0;
  readonly story: string[] = [];
  readonly sessions = new Map<string, { busy: boolean }>();
  life: Life;
  /** The waiting clients, and the times until which they wait. */
  private readonly held = new Map<string, number>();
  private readonly alarms = new Map<Timer, number>();

  constructor(
    settings: Partial<LifeSettings> = {},
    readonly draws: Partial<Record<string, number[]>> = {},
    stepper: Stepper = step,
  ) {
    this.life = createLife({ ...PLAIN, ...settings }, stepper, this.ports());
    this.reload = () => {
      const saved = JSON.parse(JSON.stringify(this.life.saved())) as SavedLife;
      this.alarms.clear();
      this.life = createLife({ ...PLAIN, ...settings }, stepper, this.ports(), saved);
    };
  }

  /** Saves the life as text, and resumes from that. */
  readonly reload: () => void;

  get state(): string {
    return stateName(this.life.state);
  }

  /** `current_state` as the API shows it, with `pending_state` after a slash if there is one. */
  get api(): string {
    const { currentState, pendingState } = stateView(this.life.state);
    return pendingState === null ? String(currentState) : `${currentState}/${pendingState}`;
  }

  get waiting(): number {
    return this.held.size;
  }

  send(event: EventType): readonly ActionId[] {
    this.performed = [];
    this.life.send(event, this.nowMs);
    return this.performed;
  }

  connect(client: string, timeoutMs = 5000): void {
    this.connecting = { client, timeoutMs };
    this.send('connect');
  }

  disconnect(client: string): void {
    this.sessions.delete(client);
    this.send('disconnect');
  }

  query(client: string, busy: boolean): void {
    const session = this.sessions.get(client);
    if (session === undefined) throw new Error(`${client} has no session`);
    session.busy = busy;
    this.send('activity');
  }

  /** Lets time pass, and handles all events on the way. */
  pass(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const due = [...this.alarms].sort(([, a], [, b]) => a - b)[0];
      const timeoutMs = Math.min(...this.held.values());
      const nextMs = Math.min(due?.[1] ?? Number.POSITIVE_INFINITY, timeoutMs);
      if (nextMs > untilMs) break;
      this.nowMs = nextMs;
      if (due !== undefined && due[1] <= timeoutMs) {
        this.alarms.delete(due[0]);
        this.life.alarm(due[0], nextMs);
      } else {
        for (const [client, heldUntilMs] of this.held) {
          if (heldUntilMs > nextMs) continue;
          this.held.delete(client);
          this.story.push(`${client} timed out`);
          this.send('disconnect');
        }
      }
    }
    this.nowMs = untilMs;
  }

  private performed: ActionId[] = [];
  private connecting = { client: '', timeoutMs: 0 };

  private ports(): LifePorts {
    return {
      schedule: (timer, atMs) => this.alarms.set(timer, atMs),
      cancel: (timer) => this.alarms.delete(timer),
      draw: (cause) => this.draws[cause]?.shift() ?? 0.5,
      waiting: () => this.held.size,
      busy: () => [...this.sessions.values()].filter(({ busy }) => busy).length,
      perform: (action) => {
        this.performed.push(action);
        this.serve(action);
      },
    };
  }

  private takeHeld(): string[] {
    const held = [...this.held.keys()];
    this.held.clear();
    return held;
  }

  private serve(action: ActionId): void {
    const { client, timeoutMs } = this.connecting;
    const tell = (who: string, what: string) => this.story.push(`${who} ${what}`);
    const admit = (who: string) => {
      this.sessions.set(who, { busy: false });
      tell(who, 'connected');
    };
    if (action === 'acceptConnection') admit(client);
    if (action === 'holdConnection') {
      this.held.set(client, this.nowMs + timeoutMs);
      tell(client, 'waits');
    }
    if (action === 'refuseConnection') tell(client, 'refused');
    if (action === 'serveWaiting') for (const who of this.takeHeld()) admit(who);
    if (action === 'refuseWaiting') for (const who of this.takeHeld()) tell(who, 'refused');
    if (action === 'dropConnections') {
      for (const who of this.sessions.keys()) tell(who, 'dropped');
      this.sessions.clear();
    }
    if (action === 'loseLocalState') this.story.push('local state lost');
  }
}

/** An active compute, one second after its creation. */
export function activeWorld(settings: Partial<LifeSettings> = {}): World {
  const world = new World(settings);
  world.send('created');
  world.pass(1000);
  return world;
}

export function idleWorld(settings: Partial<LifeSettings> = {}): World {
  const world = activeWorld(settings);
  world.send('suspend');
  world.pass(1000);
  world.story.length = 0;
  return world;
}
