import { howToRead, instantIn, notesOf, type TraceOptions } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { parseDuration } from '../../../scenario/index.ts';
import { LiveAnswers, liveQueries, PRESETS, rangeQuery, spansOf } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { prometheusAt } from './prometheus-server.ts';
import { writeTrace } from './write-trace.ts';

export interface FetchOptions extends TraceOptions {
  readonly from: string;
  readonly to: string;
  readonly step: string;
  readonly timeout: string;
  readonly output: string;
}

/** Fetches all metrics that a trace needs, part by part, and writes the trace after the last part. */
export async function fetchTrace(url: string, options: FetchOptions, terminal: Terminal): Promise<void> {
  const server = prometheusAt(url, durationOf('--timeout', options.timeout), terminal);
  const settings = { ...howToRead(options), name: server.name };
  const preset = PRESETS.find(({ name }) => name === options.preset) ?? null;
  if (preset !== null && preset.from !== 'prometheus')
    throw problem(
      { field: '--preset' },
      `${preset.name} is ${preset.from === 'cloudwatch' ? 'of CloudWatch' : 'for exported files'}, which is no Prometheus`,
      preset.from === 'cloudwatch'
        ? `tidemark trace presets ${preset.name} has the command that asks CloudWatch`
        : 'export a file, and name it in place of the trace',
    );
  if (preset === null && settings.map.length === 0)
    throw problem(
      { field: '--preset' },
      'there is nothing to ask for',
      'name a preset with --preset, or give a query for each quantity, as in --map cpu=QUERY',
    );
  const stepMs = durationOf('--step', options.step);
  const { fromMs, toMs } = spanOf(options, stepMs, settings.timezone, terminal.machine.wallMs());
  const queries = liveQueries(preset, options.where ?? null, settings);
  const spans = spansOf({ fromMs, toMs }, stepMs);
  const answers = new LiveAnswers(queries, settings);
  const progress = terminal.progress(`asking ${server.name}`);
  try {
    let asked = 0;
    for (const [at, { query }] of queries.entries())
      for (const span of spans) {
        answers.add(at, await server.ask(rangeQuery(query, span, stepMs), query));
        asked++;
        progress.show(asked / (queries.length * spans.length));
      }
  } finally {
    progress.done();
  }
  const reading = answers.reading(preset, toMs);
  await writeTrace(reading.stream, [], () => notesOf(reading), options.output, terminal);
}

function spanOf({ from, to, step }: FetchOptions, stepMs: number, timezone: string, nowMs: number) {
  const agoMs = parseDuration(from);
  // Samples at whole steps are easier to compare with others.
  const toMs = to === 'now' ? Math.floor(nowMs / stepMs) * stepMs : instantIn('--to', to, timezone);
  const fromMs = agoMs === null ? instantIn('--from', from, timezone) : toMs - agoMs;
  if (fromMs >= toMs)
    throw problem(
      { field: '--from' },
      `${new Date(fromMs).toISOString()} is not before ${new Date(toMs).toISOString()}`,
      'ask for a time before --to',
    );
  if ((toMs - fromMs) / stepMs > MOST_SAMPLES)
    throw problem(
      { field: '--step' },
      `${step} makes more than ${MOST_SAMPLES / 1e6} million samples of this time`,
      'take a longer step, or ask part by part',
    );
  return { fromMs, toMs };
}

/** Allows ten years by the minute. Already that takes about a thousand requests for each series. */
const MOST_SAMPLES = 10_000_000;

function durationOf(field: string, text: string): number {
  const ms = parseDuration(text);
  if (ms !== null && ms >= 1 && Number.isInteger(ms)) return ms;
  throw problem({ field }, `found "${text}"`, 'write whole milliseconds or more with their unit, such as 1m');
}
