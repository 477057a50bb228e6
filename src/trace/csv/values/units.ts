import type { Quantity } from '../../quantity.ts';

/** How a cell is converted to the unit of its quantity. */
export interface Scale {
  readonly factor: number;
  /** The value is a rate per second, and is multiplied by the step. */
  readonly perSecond: boolean;
  /** The value is a share of the size in force. */
  readonly ofSize: boolean;
  /** The value is a share of the processors of the machine. */
  readonly ofVcpus: boolean;
  /** The value is the free part of the memory of the machine. */
  readonly ofMemory: boolean;
  /** The value is a counter. Its increase between samples counts, either as a total or per second. */
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
  // Seconds of processor time.
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
/** Free memory is subtracted from the total memory. */
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
  // By memory: an ACU has about 2 GiB and a CU has 4. AWS does not publish the processors of an ACU.
  capacityCu: { cu: plain(1), acu: plain(0.5) },
};
