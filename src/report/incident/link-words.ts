import type { Link } from '../../planner/index.ts';
import { numberWords, percent } from '../words/format.ts';

/** Describes a link of the chain of events. */
export function linkWords({ kind, count, detail }: Link): string {
  const { cu, fromCu, reason, state, pending, command, why, most } = detail;
  const size = typeof cu === 'number' ? `${numberWords(cu)} CU` : '';
  const clients = `${count} ${count === 1 ? 'client' : 'clients'}`;
  switch (kind) {
    case 'state':
      return `${STATES[`${state ?? 'none'}/${pending ?? '-'}`] ?? `${state}, then ${pending}`}: ${reason}`;
    case 'resized':
      return `${numberWords(Number(fromCu))} to ${size}${count === 1 ? '' : ` in ${count} steps`}: ${reason}`;
    case 'connection.held':
      return `${clients} connected while the compute was not running, and waited`;
    case 'connection.refused':
      return `${count} ${count === 1 ? 'connect' : 'connects'} refused${why === 'wakeAdmission' ? ' by the proxy at a wake' : ''}`;
    case 'connection.timedOut':
      return `${clients} timed out waiting for the start`;
    case 'connection.retried':
      return `${count} ${count === 1 ? 'retry' : 'retries'} scheduled`;
    case 'connection.givenUp':
      return `${clients} gave up`;
    case 'connection.dropped':
      return `${count} ${count === 1 ? 'connection' : 'connections'} dropped`;
    case 'connection.stale':
      return `${count} dead ${count === 1 ? 'connection' : 'connections'} found in pools`;
    case 'pool.timedOut':
      return `${clients} timed out waiting for the pooler`;
    case 'query.dropped':
      return `${count} ${count === 1 ? 'query' : 'queries'} ended with their sessions`;
    case 'disk.full':
      return `${count} ${count === 1 ? 'query' : 'queries'} found the temporary disk full`;
    case 'memory.kill':
      return `memory ran out ${count === 1 ? 'once' : `${count} times`} at ${size}: all sessions ended`;
    case 'downscale.denied':
      return `${count} ${count === 1 ? 'step' : 'steps'} down from ${size} denied: memory would not fit`;
    case 'release.pickedUp':
      return 'a release was picked up';
    case 'command.done':
      return `${commandWords(command)} was requested`;
    case 'command.rejected':
      return `${commandWords(command)} was requested and refused: ${REFUSED[String(why)] ?? why}`;
    case 'quota.spent':
      return 'the quota was spent';
    case 'quota.renewed':
      return 'the quota was renewed';
    case 'cpu.queued':
      return `queries waited for processors: up to ${Math.round(Number(most))} in progress (${size})`;
    case 'pool.waited':
      return `up to ${most} clients waited for a connection of the pooler`;
    case 'pages.missed':
      return `up to ${percent(Math.round(Number(most) * 1000) / 1000)} of the pages read were not in the cache (${size})`;
    default:
      return kind;
  }
}

function commandWords(command: unknown): string {
  return COMMANDS[String(command)] ?? String(command);
}

/** The commands that a user can give to a compute. */
const COMMANDS: Readonly<Record<string, string>> = {
  start: 'a start',
  suspend: 'a suspend',
  restart: 'a restart',
  disable: 'disabling',
  enable: 'enabling',
  delete: 'deletion',
  resize: 'a new size',
  'range.change': 'a new range of sizes',
  'settings.change': 'a new configuration',
  'branch.change': 'a move to another branch',
};

const REFUSED: Readonly<Record<string, string>> = {
  rejectBusy: 'another change was under way',
  rejectBarred: 'the compute is disabled, or its quota is spent',
  rejectAbsent: 'the compute has been deleted',
  rejectTaken: 'the branch has a read_write compute',
};

/** States of the management API, by current and pending state. */
const STATES: Readonly<Record<string, string>> = {
  'init/active': 'starts for the first time',
  'active/-': 'runs',
  'active/idle': 'goes to sleep',
  'active/active': 'restarts',
  'idle/active': 'wakes',
  'idle/idle': 'applies a new configuration',
  'idle/-': 'sleeps',
  'none/-': 'is deleted',
};
