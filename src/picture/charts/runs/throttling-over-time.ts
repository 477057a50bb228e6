import { numberWords, shareWords, span } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { ComputeDocument, SimulationDocument } from '../../documents/simulation.ts';
import type { Theme } from '../../theme.ts';
import { timeAxis } from '../parts/axes.ts';
import { steppedArea } from '../parts/marks.ts';
import { chartName, steppedPoints, stepsOf, stepWords } from './steps.ts';

/** A compute that is throttled for less than this share of its time awake gets no chart. */
const NEGLIGIBLE = 1e-4;

/** Throttling over time, and the CPU time that queued. */
export function throttlingOverTime(
  document: SimulationDocument,
  compute: ComputeDocument,
  theme: Theme,
): Chart | null {
  const steps = stepsOf(document, compute);
  const [first, last] = [steps[0], steps.at(-1)];
  const { throttledSeconds, throttledShare, mostQueuedCpuSeconds } = compute.cpu;
  if (first === undefined || last === undefined || isNegligible(compute)) return null;
  const time = timeAxis(first.from, last.until);
  const shares = steppedPoints(
    steps,
    ({ throttledMs, from, until }) => Math.round((throttledMs / (until - from)) * 1e4) / 1e4,
  );
  const of = document.computes.length === 1 ? 'It' : compute.name;
  const isQueued = mostQueuedCpuSeconds > 0;
  const queued = isQueued ? `; ${numberWords(mostQueuedCpuSeconds)} s of CPU time waited at most` : '';
  return {
    name: chartName(document, compute, 'throttling'),
    finding: `${of} had more to do than processors for ${span(throttledSeconds * 1000)}, ${shareWords(throttledShare)} of its time awake${queued}.`,
    about: `Share of the time with more to do than processors, ${stepWords(compute)}${isQueued ? '; below, the most CPU time that waited' : ''}.`,
    spec: {
      vconcat: [
        {
          width: WIDTH_OF_PLOT,
          height: 150,
          ...steppedArea(
            shares,
            time,
            { title: 'share of the time', format: '~%' },
            { fill: theme.demandSoft, line: theme.demand },
          ),
        },
        ...(isQueued
          ? [
              {
                width: WIDTH_OF_PLOT,
                height: 90,
                ...steppedArea(
                  steppedPoints(steps, ({ mostQueuedCpuMs }) => mostQueuedCpuMs / 1000),
                  time,
                  { title: 'CPU seconds that wait' },
                  { fill: theme.mainSoft, line: theme.main },
                ),
              },
            ]
          : []),
      ],
      spacing: 28,
    },
  };
}

function isNegligible({ cpu }: ComputeDocument): boolean {
  return cpu.throttledShare < NEGLIGIBLE && cpu.mostQueuedCpuSeconds === 0;
}
