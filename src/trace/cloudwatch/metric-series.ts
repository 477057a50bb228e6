import { z } from 'zod';
import { problem } from '../../problem/index.ts';
import { saysMaximum } from '../csv/columns/guess.ts';
import type { Faults } from '../reading/faults.ts';
import type { MetricSeries } from '../series/series.ts';
import type { Statistic } from '../trace.ts';

const message = z.looseObject({ Code: z.string().optional(), Value: z.string().optional() });
const dataSchema = z.looseObject({
  MetricDataResults: z.array(
    z.looseObject({
      Id: z.string().default(''),
      Label: z.string().default(''),
      Timestamps: z.array(z.unknown()),
      Values: z.array(z.unknown()),
      StatusCode: z.string().default('Complete'),
      Messages: z.array(message).default([]),
    }),
  ),
  Messages: z.array(message).default([]),
});
const statisticsSchema = z.looseObject({
  Label: z.string(),
  Datapoints: z.array(z.looseObject({ Timestamp: z.unknown() })),
});

/** The statistics that become columns, by their names in answers. */
const STATISTICS: readonly (readonly [name: string, statistic: Statistic])[] = [
  ['Average', 'average'],
  ['Maximum', 'maximum'],
];

/** The series in answers of CloudWatch. Pages continue a series with the same name and id. */
export class MetricCollector {
  readonly #file: string;
  readonly #faults: Faults;
  readonly #found = new Map<string, MetricBuffer>();
  readonly #notes = new Set<string>();

  constructor(file: string, faults: Faults) {
    this.#file = file;
    this.#faults = faults;
  }

  /** @param line where the answer starts */
  add(answer: unknown, line: number): void {
    const isData = typeof answer === 'object' && answer !== null && 'MetricDataResults' in answer;
    const checked = (isData ? dataSchema : statisticsSchema).safeParse(answer);
    if (!checked.success) {
      const field = checked.error.issues[0]?.path.join('.') ?? '';
      throw problem(
        field === '' ? { file: this.#file, line } : { file: this.#file, line, field },
        'this is no answer of CloudWatch with metrics',
        'export what aws cloudwatch get-metric-data prints with --output json',
      );
    }
    if (isData) this.#addData(checked.data as z.output<typeof dataSchema>, line);
    else this.#addStatistics(checked.data as z.output<typeof statisticsSchema>, line);
  }

  notes = (): string[] => [...this.#notes];

  series = (): MetricSeries[] => [...this.#found.values()].map((found) => this.#whole(found));

  #addData(
    { MetricDataResults: results, Messages: messages }: z.output<typeof dataSchema>,
    line: number,
  ): void {
    this.#noteMessages('CloudWatch', messages);
    results.forEach(({ Id, Label, Timestamps, Values, StatusCode, Messages }, at) => {
      const name = Label === '' ? Id : Label;
      if (Timestamps.length !== Values.length)
        throw problem(
          { file: this.#file, line, field: `MetricDataResults.${at}` },
          `"${name}" has ${Timestamps.length} times and ${Values.length} values`,
          'export it again',
        );
      if (StatusCode !== 'Complete')
        this.#notes.add(`${name}: CloudWatch says ${StatusCode}, so that samples may be missing`);
      this.#noteMessages(name, Messages);
      const statistic = saysMaximum(name) ? 'maximum' : 'average';
      if (Values.length > 0 && statistic === 'average')
        this.#notes.add(
          'values are taken for averages, unless a label says maximum: CloudWatch does not say what they are',
        );
      const found = this.#of(name, Id === '' ? {} : { id: Id }, statistic);
      found.pages.push({ from: found.times.length, line });
      for (const time of Timestamps) found.times.push(timeOf(time));
      for (const value of Values) found.values.push(value);
    });
  }

  #addStatistics({ Label, Datapoints }: z.output<typeof statisticsSchema>, line: number): void {
    for (const point of Datapoints) {
      for (const [name, statistic] of STATISTICS) {
        if (!(name in point)) continue;
        const found = this.#of(Label, {}, statistic);
        if (found.pages.at(-1)?.line !== line) found.pages.push({ from: found.times.length, line });
        found.times.push(timeOf(point.Timestamp));
        found.values.push(point[name]);
      }
      for (const name of ['Sum', 'Minimum', 'SampleCount'])
        if (name in point) this.#notes.add(`not read: ${name} of ${Label}`);
    }
  }

  #noteMessages(of: string, messages: readonly z.output<typeof message>[]): void {
    for (const { Code = '', Value = '' } of messages)
      this.#notes.add(`${of}: ${[Code, Value].filter((one) => one !== '').join(': ')}`);
  }

  #of(name: string, labels: MetricBuffer['labels'], statistic: Statistic): MetricBuffer {
    const key = JSON.stringify([name, labels, statistic]);
    const found = this.#found.get(key) ?? { name, labels, statistic, times: [], values: [], pages: [] };
    this.#found.set(key, found);
    return found;
  }

  /** Sorts samples: CloudWatch may return the newest first, the oldest first or no order at all. */
  #whole({ name, labels, statistic, times, values, pages }: MetricBuffer): MetricSeries {
    const fault = (what: string, at: number) => {
      const line = () => pages.findLast(({ from }) => from <= at)?.line ?? 1;
      this.#faults.count(what, line, `${name}, value ${at + 1}`);
    };
    const order = Uint32Array.from(times.keys()).filter((at) => {
      if (!Number.isNaN(times[at])) return true;
      fault('values without a time that can be read', at);
      return false;
    });
    order.sort((one, other) => (times[one] as number) - (times[other] as number) || one - other);
    const kept = order.filter((at, place) => {
      const isFirst = place === 0 || times[at] !== times[order[place - 1] as number];
      if (!isFirst) fault('values for a time that already has one', at);
      return isFirst;
    });
    return {
      name,
      labels,
      statistic,
      times: Float64Array.from(kept, (at) => times[at] as number),
      values: Float64Array.from(kept, (at) => {
        const value = values[at];
        if (typeof value === 'number' && value >= 0) return value;
        fault(
          typeof value === 'number' ? 'values with a negative number' : 'values that are not numbers',
          at,
        );
        return Number.NaN;
      }),
      stepsMs: null,
    };
  }
}

interface MetricBuffer {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly statistic: Statistic;
  /**
   * Times in milliseconds, NaN if missing, and values of any type. One object per sample would take ten times the
   * memory.
   */
  readonly times: number[];
  readonly values: unknown[];
  /** The line of the answer that samples belong to, from an index on. */
  readonly pages: { readonly from: number; readonly line: number }[];
}

const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Reads ISO 8601 with a zone, or seconds since 1970, depending on the settings of the CLI. NaN if it is neither. */
function timeOf(time: unknown): number {
  if (typeof time === 'number') return Math.round(time * 1000);
  return typeof time === 'string' && ZONED.test(time) ? Date.parse(time) : Number.NaN;
}
