import { computeChart, stateName } from '../../compute/index.ts';

/** An outermost state of the chart. */
type LifeState = keyof typeof computeChart.states;

const STATES = Object.keys(computeChart.states) as LifeState[];
const ACTIVE = STATES.indexOf('active');

/** The time that a compute spent in each state of its life, and the number of each change of state. */
export class StateLog {
  /** The present state, by its place in the chart. */
  private state = ACTIVE;
  /** Begins as NaN, as the times of an agenda do. */
  private sinceMs = Number.NaN;
  private readonly spentMs = new Float64Array(STATES.length);
  private readonly counts = new Float64Array(STATES.length ** 2);
  /** The changes that occurred, by their place in `counts`, in the order of their first time. */
  private readonly known: number[] = [];

  constructor() {
    this.sinceMs = 0;
  }

  /** @param to the number of the new state in the compiled chart */
  enter(to: number, nowMs: number): void {
    const state = outermost(to);
    const from = this.state;
    if (state === from) return;
    this.spentMs[from] = this.spentAt(from, nowMs);
    const change = from * STATES.length + state;
    if (this.counts[change] === 0) this.known.push(change);
    this.counts[change] = (this.counts[change] as number) + 1;
    this.state = state;
    this.sinceMs = nowMs;
  }

  /**
   * Returns states in the order of the chart, and changes in the order of their first time. A run begins
   * awake.
   */
  at(nowMs: number) {
    const changes = this.known.map((change) => ({
      from: Math.floor(change / STATES.length),
      to: change % STATES.length,
      count: this.counts[change] as number,
    }));
    const been = new Set([...changes.map(({ from }) => from), this.state]);
    const name = (state: number) => STATES[state] as LifeState;
    return {
      states: STATES.map((_, state) => state)
        .filter((state) => been.has(state))
        .map((state) => ({ state: name(state), ms: Math.round(this.spentAt(state, nowMs)) })),
      changes: changes.map(({ from, to, count }) => ({ from: name(from), to: name(to), count })),
    };
  }

  private spentAt(state: number, nowMs: number): number {
    return (this.spentMs[state] as number) + (state === this.state ? nowMs - this.sinceMs : 0);
  }
}

/** The place of the outermost state, indexed by the number of a state in the compiled chart. */
const outermostOf: number[] = [];

function outermost(state: number): number {
  outermostOf[state] ??= STATES.indexOf(stateName(state).split('.')[0] as LifeState);
  return outermostOf[state];
}
