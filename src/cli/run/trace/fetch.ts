import { howToRead, notesOf, type TraceOptions } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { liveTrace, PRESETS } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { askedDurationMs, askedSpan, type SpanFlags } from './asked-span.ts';
import { prometheusAddress, prometheusAt } from './prometheus-server.ts';
import { writeTrace } from './write-trace.ts';

export interface FetchOptions extends TraceOptions, SpanFlags {
  readonly timeout: string;
  readonly output: string;
}

/** Fetches all metrics that a trace needs, part by part, and writes the trace after the last part. */
export async function fetchTrace(url: string, options: FetchOptions, terminal: Terminal): Promise<void> {
  const server = prometheusAt(
    prometheusAddress('<URL>', url),
    askedDurationMs('--timeout', options.timeout),
    terminal,
  );
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
  const span = askedSpan(options, settings.timezone, terminal.machine.wallMs());
  const request = { preset, where: options.where ?? null, settings, ...span };
  const progress = terminal.progress(`asking ${server.name}`);
  const reading = await liveTrace(request, server.ask, (share) => progress.show(share)).finally(() =>
    progress.done(),
  );
  await writeTrace(reading.stream, [], () => notesOf(reading), options.output, terminal);
}
