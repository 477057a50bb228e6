import type { Quantity } from '../../quantity.ts';

/** How a cell becomes a value in the quantity's own unit. */
export interface Scale {
  readonly factor: number;
  /** It is a rate for each second, and counts over a step. */
  readonly perSecond: boolean;
  /** It is a share of the size in force. */
  readonly ofSize: boolean;
  /** It is a share of the processors that there are. */
  readonly ofVcpus: boolean;
  /** It is what is free of the memory that there is. */
  readonly ofMemory: boolean;
  /** It only grows: what counts is by how much from one sample to the next, all of it or by the second. */
  readonly growth: 'none' | 'total' | 'by-second';
}

const plain = (factor: number): Scale => ({
  factor,
  perSecond: false,
  ofSize: false,
  ofVcpus: false,
  ofMemory: false,
  growth: 'none',
});
const counter: Scale = { ...plain(1), growth: 'total' };

const PROCESSORS: Readonly<Record<string, Scale>> = {
  vcpu: plain(1),
  cores: plain(1),
  millicores: plain(0.001),
  percent: { ...plain(0.01), ofVcpus: true },
  fraction: { ...plain(1), ofVcpus: true },
  'percent-of-size': { ...plain(0.01), ofSize: true },
  'percent-of-max': { ...plain(0.01), ofVcpus: true },
  // Seconds of processors.
  counter: { ...plain(1), growth: 'by-second' },
};
const BYTES: Readonly<Record<string, Scale>> = {
  bytes: plain(1),
  kb: plain(1e3),
  mb: plain(1e6),
  gb: plain(1e9),
  kib: plain(1024),
  mib: plain(1024 ** 2),
  gib: plain(1024 ** 3),
  pages: plain(8192),
};
/** What is not free of the whole is in use. */
const MEMORY: Readonly<Record<string, Scale>> = { ...BYTES, 'free-bytes': { ...plain(1), ofMemory: true } };
const perSecond: Scale = { ...plain(1), perSecond: true };
const COUNTS: Readonly<Record<string, Scale>> = { number: plain(1), 'per-second': perSecond, counter };
const NUMBERS: Readonly<Record<string, Scale>> = { number: plain(1) };

export const UNITS: Readonly<Record<Quantity, Readonly<Record<string, Scale>>>> = {
  cpu: PROCESSORS,
  load: NUMBERS,
  memory: MEMORY,
  workingSet: BYTES,
  connections: NUMBERS,
  activeConnections: NUMBERS,
  newConnections: COUNTS,
  queries: COUNTS,
  queryMs: { ms: plain(1), s: plain(1000), us: plain(0.001) },
  temporaryBytes: { ...BYTES, counter },
  // By memory: an ACU has about 2 GiB, of which a CU has 4. What it has of a processor is not told.
  capacityCu: { cu: plain(1), acu: plain(0.5) },
};
