import { EVENT, type Run } from '../engine/index.ts';
import { DAY_MS } from '../facts/index.ts';
import { costPerMonth, type Outcome, soFar } from './outcome.ts';

/**
 * What a run under way comes to at least by its end, whatever follows: counts and costs only grow. Where even this
 * breaks a promise, the run does. What may still turn out well is taken to.
 */
export function leastOutcome(run: Run): Outcome {
  const { simulation, nowMs } = run;
  const { horizonMs } = simulation;
  const compute = run.computes[0] as Run['computes'][number];
  const { cpu, meter, clients, apart } = compute;
  const perDay = (count: number) => (count * DAY_MS) / horizonMs;
  return {
    ...soFar(run),
    costPerMonth: costPerMonth(simulation, { quarterCuMs: meter.quarterCuMsAt(nowMs), ms: horizonMs }),
    throttledShare: cpu.throttledMsAt(nowMs) / (meter.awakeMsAt(nowMs) + horizonMs - nowMs),
    delayP95Ms: 0,
    delayP99Ms: 0,
    wakesPerDay: perDay(compute.counted(EVENT.wake)),
    wakesInHoursPerDay: null,
    delayedByWakePerDay: perDay(clients.wakeWaits.count),
    delayedOverPerDay: perDay(apart.delayedOver),
    poolWaitP99Ms: 0,
    hitRatio: null,
  };
}
