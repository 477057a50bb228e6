import type { Values } from './controls/controls.ts';

/** A cliff: two runs of one scenario that differ little, and whose results differ much. */
export interface Cliff {
  readonly id: string;
  readonly title: string;
  /** A hint of the difference to look for. */
  readonly look: string;
  /** A file of `scenarios/`. */
  readonly file: string;
  /** The pinned run. */
  readonly a: Values;
  readonly b: Values;
}

export const CLIFFS: readonly Cliff[] = [
  {
    id: 'poller',
    title: 'A poller just before the timeout',
    look: 'A runs a query every 299 seconds, B every 301. The compute sleeps after 300 seconds without one.',
    file: 'scenarios/lab/poller.yaml',
    a: { 'demand.0.every': '299s' },
    b: { 'demand.0.every': '301s' },
  },
  {
    id: 'connections',
    title: 'The minimum limits connections',
    look: 'Both may grow to 8 CU. The limit of connections follows the maximum, but only up to 8 times the minimum.',
    file: 'scenarios/connection-storm.yaml',
    a: { min: '0.25', max: '8' },
    b: { min: '1', max: '8' },
  },
  {
    id: 'cache',
    title: 'A working set just above the cache',
    look: 'At 2 CU the cache has 6 GB. The working set of A fits in, that of B is a little too large.',
    file: 'scenarios/working-set-too-large.yaml',
    a: { workingSet: '5GB' },
    b: { workingSet: '8GB' },
  },
  {
    id: 'start',
    title: 'A connect timeout below the start time',
    look: 'Clients wait 2 seconds for a connection. A start takes 1 second in A, and 3 in B.',
    file: 'scenarios/side-project.yaml',
    a: { 'assumptions.start': '1s', connectTimeout: '2s' },
    b: { 'assumptions.start': '3s', connectTimeout: '2s' },
  },
  {
    id: 'crowd',
    title: 'A flash crowd against a small maximum',
    look: 'A may grow to 8 CU, B only to 2. Look at how long queries wait after noon.',
    file: 'scenarios/flash-crowd.yaml',
    a: { max: '8' },
    b: { max: '2' },
  },
  {
    id: 'pool',
    title: 'A pool that races the timeout',
    look: 'The compute sleeps after 5 minutes. A pool of A closes idle connections a minute before, that of B a minute after.',
    file: 'scenarios/pool-races-suspend.yaml',
    a: { 'demand.1.pool.idle': '4m' },
    b: { 'demand.1.pool.idle': '6m' },
  },
];
