import type { Configuration } from '../../planner/index.ts';
import { duration, number } from './format.ts';

/** `0.25 to 4 CU, sleep after 5m, through the pooler`. */
export function configurationWords({ size, suspendAfterMs, route }: Configuration): string {
  const { minCu, maxCu } = size;
  const sizes = minCu === maxCu ? `${number(minCu)} CU` : `${number(minCu)} to ${number(maxCu)} CU`;
  const sleep = suspendAfterMs === null ? 'always on' : `sleep after ${duration(suspendAfterMs)}`;
  const way = { direct: '', pooler: ', through the pooler', mixed: ', part through the pooler' }[route];
  return `${sizes}, ${sleep}${way}`;
}

/** The form for a cell: `0.25-4, 5m, pooler`. */
export function configurationCell({ size, suspendAfterMs, route }: Configuration): string {
  const { minCu, maxCu } = size;
  const sizes = minCu === maxCu ? number(minCu) : `${number(minCu)}-${number(maxCu)}`;
  const way = { direct: '', pooler: ', pooler', mixed: ', mixed' }[route];
  return `${sizes}, ${suspendAfterMs === null ? 'on' : duration(suspendAfterMs)}${way}`;
}

/** The form that `--current` takes: `0.25-4, 5m, pooler`. */
export function configurationText({ size, suspendAfterMs, route }: Configuration): string {
  const { minCu, maxCu } = size;
  const sizes = minCu === maxCu ? String(minCu) : `${minCu}-${maxCu}`;
  const timeout = suspendAfterMs === null ? 'off' : duration(suspendAfterMs);
  return `${sizes}, ${timeout}${route === 'pooler' ? ', pooler' : ''}`;
}
