import {
  CONSUMPTION_REACH_MS,
  type CollectedSpan,
  type CollectionRequest,
} from '../../../collecting/index.ts';
import { DAY_MS } from '../../../facts/index.ts';
import { problem } from '../../../problem/index.ts';
import type { FormatOptions } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { apiAddress, apiKeyOf } from '../api/api-access.ts';
import { askedDurationMs, askedSpan } from '../trace/asked-span.ts';
import { prometheusAddress } from '../trace/prometheus-server.ts';

export interface CollectOptions extends FormatOptions {
  readonly apiUrl: string;
  readonly apiKey?: string;
  readonly org?: string;
  readonly prometheus?: string;
  readonly consumption?: boolean;
  readonly output: string;
  readonly from: string;
  readonly to: string;
  readonly step: string;
  readonly timeout: string;
  readonly strict?: boolean;
}

export interface CollectSettings {
  readonly request: CollectionRequest;
  /** The address of the API, with a slash at the end. */
  readonly api: URL;
  /** The address of the Prometheus server. Null for consumption history. */
  readonly prometheus: URL | null;
  readonly key: string;
  readonly span: CollectedSpan;
  readonly timeoutMs: number;
}

export function collectSettings(
  options: CollectOptions,
  { environment, machine }: Terminal,
): CollectSettings {
  const { org = null, consumption, from, to } = options;
  if (options.prometheus === undefined && consumption !== true)
    throw problem(
      { field: '--prometheus' },
      'nothing says where the metrics are',
      'give the address of a Prometheus server, or use --consumption',
    );
  const api = apiAddress(options.apiUrl);
  const prometheus =
    options.prometheus === undefined ? null : prometheusAddress('--prometheus', options.prometheus);
  return {
    request: { api: shown(api), org, prometheus: prometheus && shown(prometheus), from, to },
    api,
    prometheus,
    key: apiKeyOf(options.apiKey, environment),
    span:
      prometheus === null
        ? meteredSpan(options, machine.wallMs())
        : askedSpan(options, 'UTC', machine.wallMs()),
    timeoutMs: askedDurationMs('--timeout', options.timeout),
  };
}

function shown({ href }: URL): string {
  return href.replace(/\/$/, '');
}

/** Consumption is kept by the hour for a week, and by the day for longer. */
function meteredSpan(options: CollectOptions, nowMs: number): CollectedSpan {
  const byHour = wholeSteps(askedSpan({ ...options, step: '1h' }, 'UTC', nowMs));
  const isHourly = byHour.fromMs >= wholeStep(nowMs, byHour.stepMs) - CONSUMPTION_REACH_MS.hourly;
  const span = isHourly ? byHour : wholeSteps(askedSpan({ ...options, step: '1d' }, 'UTC', nowMs));
  const earliestMs = wholeStep(nowMs, span.stepMs) - CONSUMPTION_REACH_MS.daily;
  if (span.fromMs < earliestMs)
    throw problem(
      { field: '--from' },
      `the API keeps consumption for ${CONSUMPTION_REACH_MS.daily / DAY_MS} days`,
      `ask for ${new Date(earliestMs).toISOString().slice(0, 10)} or later`,
    );
  if (span.fromMs < span.toMs) return span;
  const unit = isHourly ? 'hour' : 'day';
  throw problem(
    { field: '--from' },
    `no whole ${unit} ends before --to, and consumption is metered by the ${unit}`,
    'ask for a longer time',
  );
}

/** The API rounds times down. A last step that has not ended would have too little consumption. */
function wholeSteps({ fromMs, toMs, stepMs }: CollectedSpan): CollectedSpan {
  return { fromMs: wholeStep(fromMs, stepMs), toMs: wholeStep(toMs, stepMs), stepMs };
}

function wholeStep(ms: number, stepMs: number): number {
  return Math.floor(ms / stepMs) * stepMs;
}
