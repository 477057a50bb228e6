import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../facts/index.ts';
import { problem } from '../../../../problem/index.ts';
import { longestDelayMs, type RecordSettings } from '../../../../recording/index.ts';
import { parseDuration } from '../../../../scenario/index.ts';
import type { Terminal } from '../../../terminal/terminal.ts';
import type { EndpointPlace } from './endpoint-look.ts';

export interface RecordFlags {
  readonly every: string;
  readonly for?: string;
  readonly always?: boolean;
  readonly suspendAfter: string;
  readonly lately?: string;
  readonly lookAgain?: string;
  readonly apiUrl?: string;
  readonly project?: string;
  readonly endpoint?: string;
}

/** Without the API, questions go on a little longer, because they do not come back. */
const LATELY_SHARE = 0.4;

export function recordSettings(flags: RecordFlags): RecordSettings {
  const everyMs = timeOf('--every', flags.every, SECOND_MS);
  const suspendAfterMs = timeOf('--suspend-after', flags.suspendAfter, SECOND_MS);
  const usualLatelyMs =
    flags.apiUrl === undefined ? Math.max(everyMs, LATELY_SHARE * suspendAfterMs) : everyMs;
  const settings: RecordSettings = {
    everyMs,
    forMs: flags.for === undefined ? null : timeOf('--for', flags.for, SECOND_MS),
    manner: flags.always === true ? 'always' : 'gentle',
    suspendAfterMs,
    latelyMs: flags.lately === undefined ? usualLatelyMs : timeOf('--lately', flags.lately, SECOND_MS),
    lookAgainMs: flags.lookAgain === undefined ? null : timeOf('--look-again', flags.lookAgain, MINUTE_MS),
  };
  if (settings.manner === 'gentle' && longestDelayMs(settings) >= suspendAfterMs) {
    throw problem(
      { field: flags.lately === undefined ? '--every' : '--lately' },
      `questions up to ${longestDelayMs(settings) / SECOND_MS}s after the activity of others keep a compute awake that sleeps after ${suspendAfterMs / SECOND_MS}s`,
      'shorten --every or --lately, or record with --always',
    );
  }
  return settings;
}

/** The compute in the management API. Null if no flag names it. */
export function endpointPlace(flags: RecordFlags, { environment }: Terminal): EndpointPlace | null {
  const { apiUrl, project, endpoint } = flags;
  if (apiUrl === undefined) {
    const field = project === undefined ? '--endpoint' : '--project';
    if (project === undefined && endpoint === undefined) return null;
    throw problem({ field }, 'it names a compute, but there is no API address', 'add --api-url');
  }
  if (!URL.canParse(apiUrl) || !/^https?:$/.test(new URL(apiUrl).protocol))
    throw problem(
      { field: '--api-url' },
      'it is not an address',
      'write one such as http://127.0.0.1:4010/api/v2',
    );
  if (project === undefined || endpoint === undefined) {
    throw problem(
      { field: project === undefined ? '--project' : '--endpoint' },
      'it is not given',
      'say which compute is recorded: --project and --endpoint',
    );
  }
  const key = environment('TIDEMARK_API_KEY') ?? '';
  if (key === '') throw problem({ field: 'TIDEMARK_API_KEY' }, 'is not set', 'put an API key there');
  return { apiUrl, project, endpoint, key };
}

function timeOf(field: string, text: string, lowestMs: number): number {
  const ms = parseDuration(text);
  if (ms !== null && ms >= lowestMs && Number.isInteger(ms) && ms <= 366 * DAY_MS) return ms;
  throw problem(
    { field },
    `found "${text}"`,
    `write a time with its unit such as 10s or 5m, ${lowestMs / SECOND_MS}s or more`,
  );
}
