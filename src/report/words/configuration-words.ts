import type { Configuration } from '../../planner/index.ts';
import { durationWords, numberWords } from './format.ts';

/** `0.25 to 4 CU, sleep after 5m, through the pooler`. */
export function configurationWords({ size, suspendAfterMs, route }: Configuration): string {
  const { minCu, maxCu } = size;
  const sizes =
    minCu === maxCu ? `${numberWords(minCu)} CU` : `${numberWords(minCu)} to ${numberWords(maxCu)} CU`;
  const sleep = suspendAfterMs === null ? 'always on' : `sleep after ${durationWords(suspendAfterMs)}`;
  const way = { direct: '', pooler: ', through the pooler', mixed: ', part through the pooler' }[route];
  return `${sizes}, ${sleep}${way}`;
}

/** The form for a cell: `0.25-4, 5m, pooler`. */
export function configurationCell({ size, suspendAfterMs, route }: Configuration): string {
  const { minCu, maxCu } = size;
  const sizes = minCu === maxCu ? numberWords(minCu) : `${numberWords(minCu)}-${numberWords(maxCu)}`;
  const way = { direct: '', pooler: ', pooler', mixed: ', mixed' }[route];
  return `${sizes}, ${suspendAfterMs === null ? 'on' : durationWords(suspendAfterMs)}${way}`;
}

/** The form that `--current` takes: `0.25-4, 5m, pooler`. */
export function configurationText({ size, suspendAfterMs, route }: Configuration): string {
  const { minCu, maxCu } = size;
  const sizes = minCu === maxCu ? String(minCu) : `${minCu}-${maxCu}`;
  const timeout = suspendAfterMs === null ? 'off' : durationWords(suspendAfterMs);
  return `${sizes}, ${timeout}${route === 'pooler' ? ', pooler' : ''}`;
}
