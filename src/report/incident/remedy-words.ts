import type { Remedy } from '../../planner/index.ts';
import { durationWords, numberWords } from '../words/format.ts';
import { localDateTime } from '../words/local-clock.ts';
import type { IncidentAnswer } from './incident-answer.ts';

/** Describes one change as the end of `prevents it: …`. */
export function remedyWords({ lever, demand, from, to }: Remedy, { simulation }: IncidentAnswer): string {
  const time = (ms: Remedy['to']) => (typeof ms === 'number' ? durationWords(ms) : 'off');
  const cu = (value: Remedy['to']) => `${numberWords(Number(value))} CU`;
  switch (lever) {
    case 'pooler':
      return 'all clients through the pooler';
    case 'direct':
      return 'all clients straight to Postgres';
    case 'pre-ping':
      return `${demand}: test connections before use`;
    case 'pool idle':
      return `${demand}: close idle connections after ${time(to)}`;
    case 'client pool':
      return `${demand}: a pool of ${to}, not ${from}`;
    case 'load connections':
      return `${demand}: ${to} connections at most, not ${from}`;
    case 'connect timeout':
      return `${demand}: wait ${time(to)} for a connect, not ${time(from)}`;
    case 'planned change':
      return `without the change at ${localDateTime(simulation, Number(from))}`;
    case 'timeout':
      return to === null
        ? 'never sleep'
        : `sleep after ${time(to)}, not ${from === null ? 'never' : time(from)}`;
    case 'minimum':
      return `a minimum of ${cu(to)}, not ${cu(from)}`;
    case 'maximum':
      return `a maximum of ${cu(to)}, not ${cu(from)}`;
    case 'range':
      return `${String(to).replace('-', ' to ')} CU, not ${String(from).replace('-', ' to ')} CU`;
    case 'size':
      return `a fixed size of ${cu(to)}`;
    case 'plan':
      return `the plan ${to}, not ${from}`;
  }
}
