import type { Promises } from './promises.ts';

export const PROFILE_NAMES = ['frugal', 'balanced', 'steady'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** What people usually want, three times: to pay little, to be served well, and not to notice anything. */
export const PROFILES: Readonly<Record<ProfileName, Promises>> = {
  frugal: {
    throttled: 0.1,
    'delay-p95': 1000,
    'delay-p99': 10_000,
    'cold-starts': null,
    'delayed-clients': null,
    'failed-connects': 0,
    refused: 0,
    'pool-wait-p99': 10_000,
    'cache-hits': 0.75,
    'memory-kills': 0,
    'disk-free': 0,
    dropped: null,
    quota: 0,
    budget: null,
  },
  balanced: {
    throttled: 0.02,
    'delay-p95': 200,
    'delay-p99': 2000,
    'cold-starts': 24,
    'delayed-clients': null,
    'failed-connects': 0,
    refused: 0,
    'pool-wait-p99': 1000,
    'cache-hits': 0.9,
    'memory-kills': 0,
    'disk-free': 0.1,
    dropped: null,
    quota: 0,
    budget: null,
  },
  steady: {
    throttled: 0.001,
    'delay-p95': 20,
    'delay-p99': 200,
    'cold-starts': 1,
    'delayed-clients': 1,
    'failed-connects': 0,
    refused: 0,
    'pool-wait-p99': 100,
    'cache-hits': 0.97,
    'memory-kills': 0,
    'disk-free': 0.25,
    dropped: 0,
    quota: 0,
    budget: null,
  },
};
