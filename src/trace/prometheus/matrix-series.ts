import { z } from 'zod';
import { type Place, type ProblemError, problem } from '../../problem/index.ts';
import type { Faults } from '../reading/faults.ts';
import { type MetricSeries, seriesWords } from '../series/series.ts';

const answerSchema = z.looseObject({
  status: z.enum(['success', 'error']),
  errorType: z.string().optional(),
  error: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  data: z.looseObject({ resultType: z.string(), result: z.unknown() }).optional(),
});
const seriesSchema = z.looseObject({
  metric: z.record(z.string(), z.string()),
  values: z.array(z.unknown()),
});

/** The series in answers to range queries. Series with the same name and labels are parts of one series. */
export class MatrixSeries {
  readonly warnings: string[] = [];
  readonly #file: string;
  readonly #faults: Faults;
  /** How many series of the current answer were delivered before it, and the first invalid one among them. */
  #before = 0;
  #unfit: ProblemError | null = null;
  readonly #parts = new Map<string, [Part, ...Part[]]>();
  /** The part that was added last, and whether the next series continues it. */
  #last: Part | null = null;
  /** How many samples the last part has so far. */
  #samples = 0;
  #isRest = false;

  constructor(file: string, faults: Faults) {
    this.#file = file;
    this.#faults = faults;
  }

  /** @param line where the answer starts; null if it does not come from a file */
  add(answer: unknown, line: number | null): void {
    const place = { file: this.#file, ...(line === null ? {} : { line }) };
    const checked = answerSchema.safeParse(answer);
    if (!checked.success) {
      const field = checked.error.issues[0]?.path.join('.') ?? '';
      throw problem(
        field === '' ? place : { ...place, field },
        'this is not an answer of Prometheus to a range query',
        'export what /api/v1/query_range answers',
      );
    }
    const { status, errorType, error, warnings, data } = checked.data;
    if (status === 'error')
      throw problem(
        place,
        `Prometheus answered with an error: ${[errorType, error].filter(Boolean).join(': ')}`,
        'correct the query, and export its answer again',
      );
    if (data === undefined || data.resultType !== 'matrix')
      throw noMatrix(place, data?.resultType ?? 'nothing');
    if (!Array.isArray(data.result))
      throw problem({ ...place, field: 'data.result' }, 'it is no list', 'export the answer again');
    this.warnings.push(...(warnings ?? []).map((warning) => `Prometheus warns: ${warning}`));
    if (this.#unfit !== null) throw this.#unfit;
    data.result.forEach((one: unknown, at) => {
      // Series that were delivered before the answer are only placeholders in it.
      if (at >= this.#before) this.#addSeries(one, place, `data.result.${at}`);
    });
    this.#before = 0;
  }

  /**
   * Adds a series whose answer is still to come; the answer then tells whether it is valid.
   * @param goesOn whether the next series continues this one
   */
  addSeries(value: unknown, line: number, goesOn: boolean): void {
    const field = `data.result.${this.#before}`;
    const place = { file: this.#file, line };
    const checked = seriesSchema.safeParse(value);
    if (checked.success) this.#take(checked.data, line);
    else this.#unfit ??= noSeries(value, { ...place, field });
    if (!goesOn) this.#before++;
    this.#isRest = goesOn;
  }

  series = (): MetricSeries[] => [...this.#parts.values()].map((parts) => this.#whole(parts));

  #addSeries(value: unknown, place: Place, field: string): void {
    const checked = seriesSchema.safeParse(value);
    if (!checked.success) throw noSeries(value, { ...place, field });
    this.#take(checked.data, place.line ?? 1);
  }

  #take(series: z.output<typeof seriesSchema>, line: number): void {
    if (this.#isRest && this.#last !== null) {
      this.#last.pieces.push(this.#piece(this.#last, series.values, this.#samples));
      this.#samples += series.values.length;
      return;
    }
    const { __name__: name = '', ...labels } = series.metric;
    const key = JSON.stringify([name, ...Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))]);
    // Series without a name and labels cannot be matched across answers, so each stays separate.
    const unique = name === '' && Object.keys(labels).length === 0 ? `${key}${this.#parts.size}` : key;
    const of = { name, labels, line };
    const part = { ...of, pieces: [this.#piece(of, series.values, 0)] };
    this.#last = part;
    this.#samples = series.values.length;
    const before = this.#parts.get(unique);
    if (before === undefined) this.#parts.set(unique, [part]);
    else before.push(part);
  }

  /** Converts samples at once: parsed JSON takes ten times the memory. */
  #piece(of: Omit<Part, 'pieces'>, samples: readonly unknown[], before: number): Piece {
    const times: number[] = [];
    const values: number[] = [];
    samples.forEach((sample, at) => {
      const fault = (what: string) => this.#fault(what, of, before + at);
      const ms = timeOf(sample);
      if (Number.isNaN(ms)) {
        fault('values without a time that can be read');
        return;
      }
      times.push(ms);
      values.push(numberOf(sample, fault));
    });
    return { times: Float64Array.from(times), values: Float64Array.from(values) };
  }

  #fault(what: string, of: Pick<Part, 'name' | 'labels' | 'line'>, at: number): void {
    this.#faults.count(what, () => of.line, `${seriesWords(of)}, value ${at + 1}`);
  }

  #whole(parts: readonly [Part, ...Part[]]): MetricSeries {
    const { name, labels } = parts[0];
    const inOrder = [...parts].sort((one, other) => firstMs(one) - firstMs(other));
    const most = inOrder.flatMap(({ pieces }) => pieces).reduce((sum, { times }) => sum + times.length, 0);
    const times = new Float64Array(most);
    const values = new Float64Array(most);
    let count = 0;
    let beforeMs = Number.NEGATIVE_INFINITY;
    for (const part of inOrder) {
      let at = 0;
      for (const piece of part.pieces)
        piece.times.forEach((ms, i) => {
          at++;
          if (ms <= beforeMs) {
            this.#fault('values not later than the value before', part, at - 1);
            return;
          }
          times[count] = ms;
          values[count++] = piece.values[i] as number;
          beforeMs = ms;
        });
    }
    return {
      name,
      labels,
      statistic: null,
      times: times.subarray(0, count),
      values: values.subarray(0, count),
      stepsMs: null,
    };
  }
}

interface Part {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly line: number;
  readonly pieces: Piece[];
}

interface Piece {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

const firstMs = ({ pieces }: Part) => pieces[0]?.times[0] ?? 0;

/** In milliseconds. NaN if there is no time. */
function timeOf(sample: unknown): number {
  const seconds: unknown = Array.isArray(sample) ? sample[0] : null;
  const ms = typeof seconds === 'number' ? Math.round(seconds * 1000) : Number.NaN;
  return Number.isSafeInteger(ms) ? ms : Number.NaN;
}

/** Prometheus writes values as strings, because JSON cannot express NaN and infinity. */
function numberOf(sample: unknown, fault: (what: string) => void): number {
  const text: unknown = (sample as readonly unknown[])[1];
  if (text === 'NaN') return Number.NaN;
  const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : text;
  if (typeof value !== 'number' || Number.isNaN(value)) {
    fault(INFINITE.test(String(text)) ? 'values that are infinite' : 'values that are not numbers');
    return Number.NaN;
  }
  if (value >= 0 && value < Number.POSITIVE_INFINITY) return value;
  fault(Number.isFinite(value) ? 'values with a negative number' : 'values that are infinite');
  return Number.NaN;
}

const INFINITE = /^[+-]?Inf$/;

function noSeries(value: unknown, place: Place): ProblemError {
  const isHistogram = typeof value === 'object' && value !== null && 'histograms' in value;
  return problem(
    place,
    isHistogram ? 'it is a native histogram' : 'it has no "metric" with labels and "values"',
    isHistogram ? 'export a query of it, such as histogram_count(…)' : 'export the answer again',
  );
}

function noMatrix(place: Place, found: string) {
  return problem(
    { ...place, field: 'data.resultType' },
    `this is a ${found}, not a matrix: it has one instant and no time span`,
    'ask /api/v1/query_range, with a start, an end and a step, instead of /api/v1/query',
  );
}
