import type { Resource, Trouble } from '../../planner/index.ts';
import { gibibytes, numberWords, percent, span } from '../words/format.ts';

/** The shortage of each resource, as the start of a sentence. */
export const RAN_OUT: Readonly<Record<Resource, string>> = {
  connections: 'Connections ran out',
  pooler: 'The pooler ran out of connections',
  memory: 'Memory ran out',
  'temporary disk': 'The temporary disk was full',
  quota: 'The quota was spent',
  interruption: 'Clients were cut off',
  'cold start': 'Cold starts delayed clients',
  cpu: 'Processors ran out',
  cache: 'The local file cache ran out',
};

/** The limit that was reached, and what clients felt. */
export function troubleWords({ resource, errors, waitedMs, worst, limits }: Trouble): string {
  const waits = waitedMs === 0 ? '' : span(waitedMs);
  const most = worst === null ? '' : String(Math.round(worst.most));
  switch (resource) {
    case 'connections':
      return `all ${limits.clientConnections} were in use, and ${many(errors, 'connect')} refused`;
    case 'pooler':
      return [
        ...(worst === null
          ? []
          : [
              `up to ${most} clients waited for one of ${limits.poolSize} server connections, ${waits} in total`,
            ]),
        ...(errors === 0 ? [] : [`${many(errors, 'error')} seen`]),
      ].join(', and ');
    case 'memory':
      return `${many(errors, 'query', 'queries')} ended by the kill of a backend`;
    case 'temporary disk':
      return `its ${gibibytes(limits.diskBytes)} were taken, and ${errors === 1 ? '1 query' : `${errors} queries`} failed`;
    case 'quota':
      return `${many(errors, 'connect')} refused`;
    case 'interruption':
      return [
        ...(errors === 0
          ? []
          : [`${many(errors, 'query or connect', 'queries or connects')} ended or refused`]),
        ...(worst === null ? [] : [`up to ${most} clients waited for its return, ${waits} in total`]),
      ].join(', and ');
    case 'cold start':
      return [
        ...(worst === null ? [] : [`up to ${most} clients waited for a start, ${waits} in total`]),
        ...(errors === 0 ? [] : [`${many(errors, 'error')} seen`]),
      ].join(', and ');
    case 'cpu':
      return `up to ${most} queries wanted to run on ${numberWords(worst?.cu ?? 0)} CU; at least one waited for ${waits} in total`;
    case 'cache':
      return `up to ${percent(Math.round((worst?.most ?? 0) * 1000) / 1000)} of the pages read were not in it at ${numberWords(worst?.cu ?? 0)} CU, for ${waits} in total`;
  }
}

function many(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? `1 ${one} was` : `${count} ${several} were`;
}
