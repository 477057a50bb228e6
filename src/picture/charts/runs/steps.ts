import { length } from '../../../report/index.ts';
import { createZone } from '../../../workload/index.ts';
import type { ComputeDocument, SimulationDocument, TimeSeriesDocument } from '../../documents/simulation.ts';
import { timeAxis } from '../parts/axes.ts';

/** A step of a time series. Times are local, in milliseconds as if they were UTC, because axes know no zones. */
export type SeriesStep = { readonly from: number; readonly until: number } & {
  readonly [Column in Exclude<keyof TimeSeriesDocument, 'stepMs'>]: TimeSeriesDocument[Column][number];
};

/** Returns the steps of a compute. Documents of older versions have none. */
export function stepsOf(
  { from, until, timezone }: SimulationDocument,
  { timeSeries }: ComputeDocument,
): SeriesStep[] {
  if (timeSeries === undefined) return [];
  const { stepMs, ...columns } = timeSeries;
  const local = toLocalMs(timezone);
  const [startMs, endMs] = [Date.parse(from), Date.parse(until)];
  return columns.mostCu.map((_, i) => ({
    from: local(startMs + i * stepMs),
    until: local(Math.min(endMs, startMs + (i + 1) * stepMs)),
    ...(Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[i]])) as Columns),
  }));
}

type Columns = Omit<SeriesStep, 'from' | 'until'>;

/** Returns the steps of a compute with a time axis and its name. Null if the document is older than the time series. */
export function timeSeriesOf(document: SimulationDocument, compute: ComputeDocument) {
  const steps = stepsOf(document, compute);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return null;
  /** Names the compute in sentences if there are several. */
  const of = document.computes.length === 1 ? '' : ` of ${compute.name}`;
  return { steps, time: timeAxis(first.from, last.until), of };
}

/** Returns the points of a stepped line: its changes and its end. */
export function steppedPoints<Value>(steps: readonly SeriesStep[], level: (step: SeriesStep) => Value) {
  const all = steps.map((step) => ({ at: step.from, value: level(step) }));
  const changes = all.filter(({ value }, i) => i === 0 || value !== all[i - 1]?.value);
  const last = steps.at(-1);
  return last === undefined ? [] : [...changes, { at: last.until, value: level(last) }];
}

export function toLocalMs(timezone: string): (utcMs: number) => number {
  const zone = createZone(timezone);
  return (utcMs) => zone.localMs(utcMs);
}

/** States the length of the steps. */
export function stepWords({ timeSeries }: ComputeDocument): string {
  return `in steps of ${length(timeSeries?.stepMs ?? 0)}`;
}

/** Returns the name of a chart, with the name of the compute if there are several. */
export function chartName(
  { computes }: SimulationDocument,
  { name }: ComputeDocument,
  chart: string,
): string {
  if (computes.length === 1) return chart;
  const own = fileName(name);
  const alike = computes.filter((other) => fileName(other.name) === own);
  const place = alike.findIndex((other) => other.name === name);
  return `${chart}-${own}${place === 0 ? '' : `-${place + 1}`}`;
}

const MOST_CHARACTERS = 60;

/** Returns a name that every file system accepts. It is lower case, because some file systems ignore case. */
function fileName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}-]+/gu, '-')
    .slice(0, MOST_CHARACTERS);
}
