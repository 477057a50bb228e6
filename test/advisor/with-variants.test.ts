import { expect, test } from 'vitest';
import type { Threads } from '../../src/advisor/index.ts';
import { variantTotals } from '../../src/advisor/simulate/variant-totals.ts';
import { simulateAtOnce } from '../../src/advisor/simulate/with-variants.ts';
import { received, type TransferableSimulation } from '../../src/advisor/threads/transfer.ts';
import { Run, resultOf, variantsOf } from '../../src/simulator/index.ts';
import { POLLER, world } from '../planner/worlds.ts';

const simulation = world([POLLER]);
const variants = variantsOf(simulation);

interface Helped {
  readonly processors: number;
  /** The answer of a worker thread. */
  readonly ask?: (question: TransferableSimulation) => Promise<unknown>;
  /** Aborts after this many looks. */
  readonly looks?: number;
}

/** Simulates on a machine whose clock goes so fast that helpers always pay off. */
async function simulated({ processors, ask = answer, looks = Number.POSITIVE_INFINITY }: Helped) {
  let [wallMs, open, asked, looked] = [0, 0, 0, 0];
  const pool = async (_: string, workers: number) => {
    open++;
    return {
      workers,
      run: (task: TransferableSimulation) => {
        asked++;
        return ask(task);
      },
      close: async () => {
        open--;
      },
    };
  };
  const shares: number[] = [];
  const controller = new AbortController();
  const found = simulateAtOnce(
    { simulation, sink: null, variants },
    {
      signal: controller.signal,
      pause: async () => {
        if (++looked >= looks) controller.abort();
      },
      progress: (_, done, of) => shares.push(done / of),
      threads: { processors, wallMs: () => (wallMs += 60_000), pool } as unknown as Threads,
    },
  );
  const settled = await Promise.allSettled([found]);
  return { found: settled[0], open, asked, shares };
}

async function answer(question: TransferableSimulation) {
  const its = received(structuredClone(question));
  const run = new Run(its);
  run.advance(its.horizonMs);
  return variantTotals(run);
}

function rowsOf({ found }: Awaited<ReturnType<typeof simulated>>) {
  if (found.status === 'rejected') throw found.reason;
  return { own: resultOf(found.value.run), beside: found.value.beside };
}

test('helping threads give the same results as one thread, in the order of the variants', async () => {
  const alone = await simulated({ processors: 1 });
  expect([alone.asked, rowsOf(alone).beside.map(({ name }) => name)]).toEqual([
    0,
    variants.map(({ name }) => name),
  ]);
  for (const processors of [2, 3, 16]) {
    const helped = await simulated({ processors });
    expect(rowsOf(helped)).toEqual(rowsOf(alone));
    expect([helped.asked > 0, helped.open]).toEqual([true, 0]);
    expect(helped.shares.every((share) => share > 0 && share <= 1)).toBe(true);
  }
});

test('the error of a thread is thrown, and all threads are closed', async () => {
  const { found, open } = await simulated({
    processors: 3,
    ask: async () => {
      throw new Error('the thread is gone');
    },
  });
  expect(found).toMatchObject({ status: 'rejected', reason: { message: 'the thread is gone' } });
  expect(open).toBe(0);
});

test('after an abort, no thread is awaited, and a partial run has no variants beside it', async () => {
  const never = () => new Promise<never>(() => {});
  const whole = rowsOf(await simulated({ processors: 2, ask: never, looks: 420 }));
  expect(whole.own.totals.cuHours).toBeGreaterThan(0);
  const part = await simulated({ processors: 2, looks: 200 });
  expect([rowsOf(part).beside, part.open]).toEqual([[], 0]);
});
