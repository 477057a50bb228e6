import { computeChart, stateName } from '../../compute/index.ts';

/** A state of the chart, without those inside of it. */
type LifeState = keyof typeof computeChart.states;

const STATES = Object.keys(computeChart.states) as LifeState[];
const ACTIVE = STATES.indexOf('active');

/** How long a compute was in each state of its life, and how often it went from one to another. */
export class StateLog {
  /** States by their place in the chart. */
  private state = ACTIVE;
  private sinceMs = 0;
  private readonly spentMs = new Float64Array(STATES.length);
  private readonly counts = new Float64Array(STATES.length ** 2);
  /** Changes by their place in `counts`, in the order in which each came first. */
  private readonly known: number[] = [];

  /** @param to its number in the compiled chart */
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

  /** States in the order of the chart, changes in the order of their first time. A run begins awake. */
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

/** By the number of a state in the compiled chart, the place of the one that it is inside of. */
const outermostOf: number[] = [];

function outermost(state: number): number {
  outermostOf[state] ??= STATES.indexOf(stateName(state).split('.')[0] as LifeState);
  return outermostOf[state];
}
