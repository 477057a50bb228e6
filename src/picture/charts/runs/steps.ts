import { length } from '../../../report/index.ts';
import { createZone } from '../../../workload/index.ts';
import type { ComputeDocument, CourseDocument, SimulationDocument } from '../../documents/simulation.ts';
import { timeAxis } from '../parts/axes.ts';

/** A step of a course, in local time: milliseconds as if it were UTC, for axes that know no zones. */
export type CourseStep = { readonly from: number; readonly until: number } & {
  readonly [Column in Exclude<keyof CourseDocument, 'stepMs'>]: CourseDocument[Column][number];
};

/** The steps of a compute; none where its document is of before they were kept. */
export function stepsOf(
  { from, until, timezone }: SimulationDocument,
  { course }: ComputeDocument,
): CourseStep[] {
  if (course === undefined) return [];
  const { stepMs, ...columns } = course;
  const local = toLocalMs(timezone);
  const [startMs, endMs] = [Date.parse(from), Date.parse(until)];
  return columns.mostCu.map((_, i) => ({
    from: local(startMs + i * stepMs),
    until: local(Math.min(endMs, startMs + (i + 1) * stepMs)),
    ...(Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[i]])) as Columns),
  }));
}

type Columns = Omit<CourseStep, 'from' | 'until'>;

/** How a compute went, with what every picture of it needs; null where its document is of before that was kept. */
export function courseOf(document: SimulationDocument, compute: ComputeDocument) {
  const steps = stepsOf(document, compute);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return null;
  /** Of several computes a sentence says which one it is about. */
  const of = document.computes.length === 1 ? '' : ` of ${compute.name}`;
  return { steps, time: timeAxis(first.from, last.until), of };
}

/** A stepped line: where it changes, and its end. */
export function levels<Value>(steps: readonly CourseStep[], level: (step: CourseStep) => Value) {
  const all = steps.map((step) => ({ at: step.from, value: level(step) }));
  const changes = all.filter(({ value }, i) => i === 0 || value !== all[i - 1]?.value);
  const last = steps.at(-1);
  return last === undefined ? [] : [...changes, { at: last.until, value: level(last) }];
}

export function toLocalMs(timezone: string): (utcMs: number) => number {
  const zone = createZone(timezone);
  return (utcMs) => zone.localMs(utcMs);
}

/** Which time a point of a picture stands for. */
export function stepWords({ course }: ComputeDocument): string {
  return `in steps of ${length(course?.stepMs ?? 0)}`;
}

/** Of several computes a picture says of which one it is. */
export function named({ computes }: SimulationDocument, { name }: ComputeDocument, chart: string): string {
  if (computes.length === 1) return chart;
  const own = fileName(name);
  const alike = computes.filter((other) => fileName(other.name) === own);
  const place = alike.findIndex((other) => other.name === name);
  return `${chart}-${own}${place === 0 ? '' : `-${place + 1}`}`;
}

const MOST_CHARACTERS = 60;

/** What every file system takes, and no two of which differ in the case of letters alone. */
function fileName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}-]+/gu, '-')
    .slice(0, MOST_CHARACTERS);
}
