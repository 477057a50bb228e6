import { Run } from '../../src/engine/index.ts';
import { factSet } from '../../src/facts/index.ts';
import { traceScenario, traceSettings } from '../../src/scenario/index.ts';
import { LoadOfTrace } from '../../src/trace/demand/load-of.ts';
import {
  chunked,
  DemandFeed,
  evenly,
  replay,
  surveyDemand,
  type Trace,
  type TraceChunk,
  type TraceStream,
} from '../../src/trace/index.ts';
import { randomStream, SampleWindow } from '../../src/workload/index.ts';
import type { Figure } from '../figure.ts';

const SAMPLES = 2_000_000;
const STEP_MS = 5000;
const question = { cpuMsPerQuery: null, vcpus: null, facts: factSet('spec') };

/** A run on a trace that goes by as an Observable, beside the same run in a loop over the same chunks. */
export async function replayFigure(): Promise<Figure> {
  const trace = longTrace();
  let [ours, reference] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 5; round++) {
    ours = Math.min(ours, await timed(() => byObservable(trace)));
    reference = Math.min(reference, await timed(() => byLoop(trace)));
  }
  return {
    name: 'a run on a trace, by RxJS',
    ours: `${ours.toFixed(0)} ms`,
    reference: `${reference.toFixed(0)} ms (the same chunks in a loop)`,
    ratio: ours / reference,
    asked: 'below 1.05',
  };
}

/** Four months, with demand by day. */
function longTrace(): Trace {
  const random = randomStream(1, 'demand');
  const times = Float64Array.from({ length: SAMPLES }, (_, i) => Date.UTC(2026, 0) + i * STEP_MS);
  const isDay = (ms: number) => (ms / 3_600_000) % 24 > 8;
  return {
    head: {
      name: 'bench',
      timezone: 'UTC',
      stepMs: STEP_MS,
      columns: [{ quantity: 'cpu', statistic: 'average', gap: 'unknown', source: 'made' }],
    },
    times,
    values: [times.map((ms) => (isDay(ms) ? 3 * random() : 0))],
    events: [],
  };
}

/** What has to be ready before either begins is not counted. */
type Prepared = () => Promise<void>;

async function timed(prepare: () => Promise<Prepared>): Promise<number> {
  const go = await prepare();
  const start = performance.now();
  await go();
  return performance.now() - start;
}

async function byObservable(trace: Trace): Promise<Prepared> {
  const stream = chunked(trace);
  const survey = await surveyDemand(replay(stream), question);
  const feed = new DemandFeed(survey, traceSettings(survey.span, question));
  const run = runOn(trace, survey, feed.demand);
  return () => feed.through(replay(stream), (untilMs) => run.advance(untilMs));
}

async function byLoop(trace: Trace): Promise<Prepared> {
  const survey = await surveyDemand(replay(chunked(trace)), question);
  const load = new LoadOfTrace(survey, traceSettings(survey.span, question));
  const window = new SampleWindow();
  const run = runOn(trace, survey, {
    demand: [load.demand(window, null)],
    workingSetBytes: null,
    censored: null,
    bounds: [],
    cpuBound: null,
    notes: [],
  });
  const chunks = await evenChunks(chunked(trace), survey.ahead);
  return async () => {
    let steps = 0;
    for (const chunk of chunks) {
      window.push(load.of(chunk).vcpu);
      steps += chunk.times.length;
      run.advance(steps * STEP_MS);
    }
  };
}

async function evenChunks(
  stream: TraceStream,
  ahead: Parameters<typeof evenly>[0],
): Promise<readonly TraceChunk[]> {
  const chunks: TraceChunk[] = [];
  await evenly(ahead)(replay(stream)).chunks.forEach((chunk) => {
    chunks.push(chunk);
  });
  return chunks;
}

function runOn(
  { head }: Trace,
  { span }: Awaited<ReturnType<typeof surveyDemand>>,
  asked: DemandFeed['demand'],
): Run {
  return new Run(traceScenario({ head, span, asked, notes: [] }, 'bench', {}).simulation);
}
