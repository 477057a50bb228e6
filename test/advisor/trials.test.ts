import { describe, expect, test } from 'vitest';
import type { Threads } from '../../src/advisor/index.ts';
import { evaluateTrial, type TrialTask } from '../../src/advisor/plan/trial-task.ts';
import { trialPool, trialRunner } from '../../src/advisor/plan/trials.ts';
import { ALL_CHOICES, candidateGroups, workHere } from '../../src/planner/index.ts';
import { loadAlone, type Simulation } from '../../src/simulator/index.ts';
import { load, POLLER, world } from '../planner/worlds.ts';

const PROCESSORS = 4;
const OF_LOADS = world([load([0.2, 1.5, 0])]);
const OF_JOBS = world([POLLER]);

/** Each pool has workers of its own. Here all of them are this thread, which knows simulations by their numbers. */
let pools = 0;

/**
 * Tries all groups of a simulation on a machine with several processors.
 *
 * @param stepMs how far each look at the clock moves it
 */
async function tried(simulation: Simulation, stepMs: number) {
  const opened: number[] = [];
  const firstId = 1000 * pools++;
  let [wallMs, givenTrials] = [0, 0];
  const pool = async (_: string, workers: number) => {
    opened.push(workers);
    return {
      workers,
      run: async (task: TrialTask) => {
        if (task.runs.kind === 'trial') givenTrials++;
        return structuredClone(evaluateTrial({ ...structuredClone(task), id: firstId + task.id }));
      },
      close: async () => {
        opened.pop();
      },
    };
  };
  const threads = { processors: PROCESSORS, wallMs: () => (wallMs += stepMs), pool } as unknown as Threads;
  const { signal } = new AbortController();
  const trials = trialPool(threads);
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  const runner = trialRunner(simulation, { signal, pause, threads }, trials);
  const groups = candidateGroups(simulation, { ...ALL_CHOICES, highestCu: 2 });
  const outcomes = async (work: ReturnType<typeof runner.workUnder>) =>
    (await work(groups)).flatMap((results) => (results ?? []).map(({ outcome }) => outcome));
  expect(await outcomes(runner.workUnder([]))).toEqual(await outcomes(workHere(simulation)([])));
  const workers = [...opened];
  await trials.close();
  expect(opened).toEqual([]);
  return { workers, givenTrials };
}

describe('trials', () => {
  test('of loads are made here if they end soon', async () => {
    expect(loadAlone(OF_LOADS)).not.toBeNull();
    expect(await tried(OF_LOADS, 0)).toEqual({ workers: [], givenTrials: 0 });
  });

  test('of loads that take longer are shared with a worker on each other processor', async () => {
    const { workers, givenTrials } = await tried(OF_LOADS, 100);
    expect(workers).toEqual([PROCESSORS - 1]);
    expect(givenTrials).toBeGreaterThan(0);
  });

  test('of jobs are made by a worker on each processor from the start', async () => {
    const { workers, givenTrials } = await tried(OF_JOBS, 0);
    expect(workers).toEqual([PROCESSORS]);
    expect(givenTrials).toBeGreaterThan(0);
  });
});
