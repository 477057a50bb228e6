import { z } from 'zod';
import { problem } from '../../problem/index.ts';
import type { Faults } from '../reading/faults.ts';
import { type MetricSeries, seriesWords } from '../series/series.ts';
import { otherProject } from './other-project.ts';

const frameSchema = z.looseObject({
  timeframe_start: z.string(),
  timeframe_end: z.string(),
  metrics: z.array(z.looseObject({ metric_name: z.string(), value: z.unknown() })).optional(),
});
const periods = z.array(z.looseObject({ consumption: z.array(frameSchema) }));
const owner = z.looseObject({
  project_id: z.string().optional(),
  branch_id: z.string().optional(),
  periods,
});
const answerSchema = z.looseObject({
  projects: z.array(owner).optional(),
  branches: z.array(owner).optional(),
  periods: periods.optional(),
});
type Frame = z.output<typeof frameSchema>;

/** Consumption as one series per metric of a project or branch. */
export class ConsumptionSeries {
  readonly #file: string;
  readonly #faults: Faults;
  readonly #found = new Map<string, MetricBuffer>();
  readonly #project: string | null;
  readonly #others = new Set<string>();
  #count = 0;
  #hasMore = false;

  /** @param project the only project to read; null reads all */
  constructor(file: string, faults: Faults, project: string | null = null) {
    this.#file = file;
    this.#faults = faults;
    this.#project = project;
  }

  /** @param line where the answer starts */
  add(answer: unknown, line: number): void {
    const checked = answerSchema.safeParse(answer);
    if (!checked.success) {
      const field = checked.error.issues[0]?.path.join('.') ?? '';
      throw problem(
        field === '' ? { file: this.#file, line } : { file: this.#file, line, field },
        'this is no answer about consumption',
        'export what /consumption_history/v2/projects answers, or /consumption_history/projects',
      );
    }
    const { projects = [], branches = [], periods: account = [] } = checked.data;
    const owners = [...projects, ...branches, { periods: account }];
    for (const { project_id, branch_id, periods } of owners) {
      if (this.#project !== null && project_id !== this.#project) {
        if (project_id !== undefined) this.#others.add(project_id);
        continue;
      }
      const labels = {
        ...(project_id === undefined ? {} : { project_id }),
        ...(branch_id === undefined ? {} : { branch_id }),
      };
      for (const { consumption } of periods)
        for (const frame of consumption) this.#addFrame(frame, labels, line);
    }
    this.#hasMore = (projects.length > 0 || branches.length > 0) && 'pagination' in checked.data;
  }

  notes = (): string[] => (this.#hasMore ? ['the last page has a cursor, so there may be more pages'] : []);

  series = (): MetricSeries[] => {
    if (this.#project !== null && this.#found.size === 0)
      throw otherProject(this.#file, this.#project, this.#others);
    return [...this.#found.values()].map((found) => this.#whole(found));
  };

  #addFrame(frame: Frame, labels: MetricBuffer['labels'], line: number): void {
    const [startMs, endMs] = [timeOf(frame.timeframe_start), timeOf(frame.timeframe_end)];
    this.#count++;
    if (!(startMs < endMs)) {
      this.#faults.count('timeframes without a start and an end', () => line, `timeframe ${this.#count}`);
      return;
    }
    for (const [name, value] of metricsOf(frame)) {
      const key = JSON.stringify([name, labels]);
      const found = this.#found.get(key) ?? { name, labels, frames: [] };
      this.#found.set(key, found);
      found.frames.push({ startMs, endMs, value, line });
    }
  }

  #whole({ name, labels, frames }: MetricBuffer): MetricSeries {
    frames.sort((one, other) => one.startMs - other.startMs);
    const words = seriesWords({ name, labels });
    const kept = frames.filter(({ startMs, line }, at) => {
      const isNew = at === 0 || startMs >= (frames[at - 1] as TimedValue).endMs;
      if (!isNew)
        this.#faults.count(
          'timeframes that overlap an earlier one',
          () => line,
          `${words}, ${new Date(startMs).toISOString()}`,
        );
      return isNew;
    });
    return {
      name,
      labels,
      statistic: 'average',
      times: Float64Array.from(kept, ({ startMs }) => startMs),
      values: Float64Array.from(kept, ({ value, startMs, line }) => {
        if (typeof value === 'number' && value >= 0) return value;
        const what =
          typeof value === 'number' ? 'values with a negative number' : 'values that are not numbers';
        this.#faults.count(what, () => line, `${words}, ${new Date(startMs).toISOString()}`);
        return Number.NaN;
      }),
      stepsMs: Float64Array.from(kept, ({ startMs, endMs }) => endMs - startMs),
    };
  }
}

interface TimedValue {
  readonly startMs: number;
  readonly endMs: number;
  readonly value: unknown;
  readonly line: number;
}

interface MetricBuffer {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly frames: TimedValue[];
}

/** Version 2 lists metrics; version 1 has a field for each. */
function metricsOf({
  timeframe_start: _,
  timeframe_end: __,
  metrics,
  ...fields
}: Frame): (readonly [string, unknown])[] {
  return metrics === undefined
    ? Object.entries(fields)
    : metrics.map(({ metric_name, value }) => [metric_name, value] as const);
}

const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

function timeOf(text: string): number {
  return ZONED.test(text) ? Date.parse(text) : Number.NaN;
}
