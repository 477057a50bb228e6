import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/facts/index.ts';
import {
  type Configuration,
  evaluate,
  OBJECTIVE_NAMES,
  OBJECTIVES,
  type ObjectiveKind,
  PROFILES,
  withConfiguration,
} from '../../src/planner/index.ts';
import { Run, type Simulation } from '../../src/simulator/index.ts';
import { randomStream } from '../../src/workload/index.ts';
import { run } from '../cli/run.ts';
import { load, USUAL, world } from '../planner/worlds.ts';

const CASES = 200;
const MINUTES = 5 * 60;

interface Told {
  readonly recommendation: { readonly configuration: Configuration } | null;
  readonly hiddenDemand: {
    readonly samples: number;
    readonly uplifts: readonly { readonly isSame: boolean }[];
  } | null;
}

test('a demand of 4 vCPU that was measured through 2 is planned for, or the answer says that it cannot tell', async () => {
  let [kept, said] = [0, 0];
  for (let i = 0; i < CASES; i++) {
    const truth = wanted(i);
    const seen = observed(truth, hasLoad(i));
    const args = [
      '--only',
      'range',
      '--timeouts',
      'off',
      '--highest',
      '9',
      '--lowest',
      '0.5',
      // Only hidden demand is in question.
      ...['--cpu-per-query', '20ms', '--objective', 'headroom=off'],
      ...['--assume', 'burst=yes', '--assume', 'start=300ms/600ms'],
      ...(hasLoad(i) ? [] : ['--assume', 'concurrency=none']),
    ];
    const { out, err } = await run(['plan', 'seen.csv', '--vcpus', '2', ...args, '--json'], {
      'seen.csv': seen,
    });
    expect(err).toBe('');
    const { recommendation, hiddenDemand } = JSON.parse(out) as Told;
    const cannotTell = hiddenDemand?.uplifts.some(({ isSame }) => !isSame);
    const broken = recommendation === null ? [] : brokenOn(truth, recommendation.configuration);
    if (cannotTell || recommendation === null) said++;
    else if (broken.length === 0) kept++;
    else
      expect({ case: i, broken, recommendation: recommendation.configuration, hiddenDemand }).toBe(
        'kept, or told',
      );
  }
  expect(kept + said).toBe(CASES);
  // The plan has to give both kinds of answer.
  expect(kept).toBeGreaterThan(0);
  expect(said).toBeGreaterThan(0);
});

const TICKS = 12;
const hasLoad = (number: number) => number % 2 === 1;

/** A quiet level with crowds of some minutes, the highest of them up to 4 vCPU. */
function wanted(number: number): Simulation {
  const random = randomStream(number, 'truth');
  const base = 0.1 + 0.8 * random();
  const values = Array.from({ length: MINUTES }, () => base * (0.7 + 0.6 * random()));
  const crowds = 1 + Math.floor(8 * random());
  for (let crowd = 0; crowd < crowds; crowd++) {
    const height = crowd === 0 ? 4 : 0.5 + 3.5 * random();
    const from = Math.floor((MINUTES - 60) * random());
    const lasts = 1 + Math.floor(40 * random() ** 2);
    for (let minute = from; minute < from + lasts; minute++)
      values[minute] = Math.max(values[minute] as number, height);
  }
  // Every other one has a pool of eight connections, and a trace with the number of running or waiting ones.
  const concurrency = hasLoad(number) ? 8 : null;
  return world([load(values, { concurrency })], MINUTES * MINUTE_MS);
}

/** The metrics of the demand on a machine with 2 vCPU. */
function observed(truth: Simulation, withLoad: boolean): string {
  const through = new Run(
    withConfiguration(truth, { size: { minCu: 2, maxCu: 2 }, suspendAfterMs: null, route: 'direct' }),
  );
  const lines = [withLoad ? 'time,cpu_cores,load1' : 'time,cpu_cores'];
  let before = 0;
  for (let minute = 1; minute <= MINUTES; minute++) {
    let runnable = 0;
    for (let tick = 1; tick <= TICKS; tick++) {
      through.advance((minute - 1) * MINUTE_MS + (tick * MINUTE_MS) / TICKS);
      runnable += (through.computes[0]?.cpu.runnableAt(through.nowMs) ?? 0) / TICKS;
    }
    const used = through.computes[0]?.cpu.usedCpuMsAt(through.nowMs) ?? 0;
    const at = new Date(truth.startMs + (minute - 1) * MINUTE_MS).toISOString();
    const cpu = ((used - before) / MINUTE_MS).toFixed(4);
    lines.push(withLoad ? `${at},${cpu},${runnable.toFixed(2)}` : `${at},${cpu}`);
    before = used;
  }
  return lines.join('\n');
}

function brokenOn(truth: Simulation, configuration: Configuration): string[] {
  const outcome = evaluate(truth, { ...USUAL, ...configuration });
  return OBJECTIVE_NAMES.filter((name) => {
    const kind: ObjectiveKind = OBJECTIVES[name];
    const [found, bound] = [kind.of(outcome), PROFILES.balanced[name]];
    if (found === null || bound === null) return false;
    return kind.least ? found < bound : found > bound;
  });
}
