import { NoDataError, ProblemError } from '../problem/index.ts';
import type { Reading, TraceStream } from '../trace/index.ts';
import { PARALLEL_REQUESTS } from './find-computes.ts';
import type { FoundCompute } from './found-compute.ts';
import { inParallel } from './in-parallel.ts';
import { ApiRefusal } from './management-api.ts';
import type { MetricsSource } from './metrics-source.ts';
import type { TraceStore } from './ports.ts';

/** The trace of a compute, or the reason why there is none. */
export type ComputeOutcome =
  | { readonly kind: 'collected'; readonly samples: number }
  | { readonly kind: 'no samples' | 'failed'; readonly why: string };

interface TraceWork {
  readonly source: MetricsSource;
  readonly store: TraceStore;
  /** The outcomes by the id of the compute, which this function fills. A collected trace that is stored is kept. */
  readonly outcomes: Map<string, ComputeOutcome>;
  /** Whether a server has gone, so that no other compute can be collected. */
  isLost(): boolean;
  /** Called after each compute. */
  done(): Promise<void>;
}

/** Fetches and stores the traces of computes. The failure of one compute does not stop the others. */
export async function collectTraces(computes: readonly FoundCompute[], work: TraceWork): Promise<void> {
  const { source, store, outcomes } = work;
  const missing = computes.filter(
    ({ endpointId }) => outcomes.get(endpointId)?.kind !== 'collected' || !store.has(endpointId),
  );
  for (const { endpointId } of missing) outcomes.delete(endpointId);
  await inParallel(source.batches(missing), PARALLEL_REQUESTS, async (batch) => {
    const read = await source.ask(batch).catch((error: unknown) => () => Promise.reject(error));
    for (const compute of batch) {
      outcomes.set(compute.endpointId, await outcomeOf(compute, read, work));
      await work.done();
    }
  });
}

async function outcomeOf(
  compute: FoundCompute,
  read: (compute: FoundCompute) => Promise<Reading>,
  { store, isLost }: TraceWork,
): Promise<ComputeOutcome> {
  if (!FILE_NAME.test(compute.endpointId))
    return { kind: 'failed', why: 'its id cannot be the name of a file' };
  try {
    const counted = withCount((await read(compute)).stream);
    await store.write(compute.endpointId, counted.trace);
    return { kind: 'collected', samples: counted.samples() };
  } catch (error) {
    if (isLost()) throw error;
    if (error instanceof ApiRefusal) return { kind: 'failed', why: error.message };
    if (!(error instanceof ProblemError)) throw error;
    const why = error.problems.map(({ found }) => found).join('; ');
    if (!(error instanceof NoDataError)) return { kind: 'failed', why };
    return { kind: 'no samples', why: `${why}${sleepWords(compute)}` };
  }
}

function sleepWords({ asleepSinceMs }: FoundCompute): string {
  if (asleepSinceMs === null) return '';
  return `; it has slept since ${new Date(asleepSinceMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Servers choose ids, and an id with a path in it would lead to another folder. */
const FILE_NAME = /^[a-z0-9][a-z0-9-]{0,99}$/i;

function withCount({ head, chunks }: TraceStream) {
  let samples = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      samples += chunk.times.length;
      yield chunk;
    }
  }
  return { trace: { head, chunks: counted() }, samples: () => samples };
}
