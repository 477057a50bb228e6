import { type CollectedSpan, type CollectionRequest, HOURLY_REACH_MS } from '../../../collecting/index.ts';
import { problem } from '../../../problem/index.ts';
import type { FormatOptions } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { askedDurationMs, askedSpan } from '../trace/asked-span.ts';

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
  readonly key: string;
  readonly span: CollectedSpan;
  readonly timeoutMs: number;
}

export function collectSettings(
  options: CollectOptions,
  { environment, machine }: Terminal,
): CollectSettings {
  const { org = null, prometheus = null, consumption, from, to } = options;
  if (prometheus === null && consumption !== true)
    throw problem(
      { field: '--prometheus' },
      'nothing says where the metrics are',
      'give the address of a Prometheus server, or use --consumption',
    );
  const api = apiAddress(options.apiUrl);
  return {
    request: { api: api.href.replace(/\/$/, ''), org, prometheus, from, to },
    api,
    key: keyOf(options.apiKey ?? environment('TIDEMARK_API_KEY') ?? ''),
    span:
      prometheus === null
        ? meteredSpan(options, machine.wallMs())
        : askedSpan(options, 'UTC', machine.wallMs()),
    timeoutMs: askedDurationMs('--timeout', options.timeout),
  };
}

/** Consumption is kept by the hour for a week, and by the day for longer. */
function meteredSpan(options: CollectOptions, nowMs: number): CollectedSpan {
  const byHour = askedSpan({ ...options, step: '1h' }, 'UTC', nowMs);
  const isKept = byHour.fromMs >= Math.floor(nowMs / byHour.stepMs) * byHour.stepMs - HOURLY_REACH_MS;
  return isKept ? byHour : askedSpan({ ...options, step: '1d' }, 'UTC', nowMs);
}

function apiAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw problem(
      { field: '--api-url' },
      // The message leaves the text out, because it may hold a password.
      'it is not an address',
      'write one such as http://127.0.0.1:4010/api/v2',
    );
  if (url.username !== '' || url.password !== '')
    throw problem(
      { field: '--api-url' },
      'it has a user or a password in it, which others can see',
      'put an API key into TIDEMARK_API_KEY instead',
    );
  url.search = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/`;
  return url;
}

/** The error of the runtime would show the key. */
function keyOf(key: string): string {
  if (key === '') throw problem({ field: 'TIDEMARK_API_KEY' }, 'is not set', 'put an API key there');
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw problem(
    { field: 'TIDEMARK_API_KEY' },
    'it has blanks or other characters that no key has',
    'set it again',
  );
}
