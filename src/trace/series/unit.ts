import { UNITS } from '../csv/values/units.ts';
import { COUNTED, type Quantity } from '../quantity.ts';

/** How the values of series become those of a quantity. */
export interface SeriesUnit {
  readonly factor: number;
  /** `counter`: it only grows, and what it grows by counts; `per-second`: a rate; `over-step`: a total, to be averaged. */
  readonly kind: 'plain' | 'counter' | 'per-second' | 'over-step';
  readonly ofSize: boolean;
  readonly ofVcpus: boolean;
  /** It is what is free of the memory that there is. */
  readonly ofMemory: boolean;
}

/** Those of tables, and what only systems that collect metrics have. */
export function unitOf(quantity: Quantity, name: string): SeriesUnit | undefined {
  const own = OWN[quantity]?.[name];
  if (own !== undefined) return own;
  if (name === 'counter' && hasCounters(quantity)) return { ...PLAIN, kind: 'counter' };
  const scale = UNITS[quantity][name];
  if (scale === undefined) return undefined;
  const { factor, perSecond, ofSize, ofVcpus, ofMemory } = scale;
  return { factor, ofSize, ofVcpus, ofMemory, kind: perSecond ? 'per-second' : 'plain' };
}

export function unitNames(quantity: Quantity): string[] {
  const counter = hasCounters(quantity) ? ['counter'] : [];
  return [...new Set([...Object.keys(UNITS[quantity]), ...counter, ...Object.keys(OWN[quantity] ?? {})])];
}

/** CPU is counted in seconds of one processor. */
function hasCounters(quantity: Quantity): boolean {
  return quantity === 'cpu' || COUNTED.has(quantity);
}

const PLAIN: SeriesUnit = { factor: 1, kind: 'plain', ofSize: false, ofVcpus: false, ofMemory: false };

const OWN: Partial<Record<Quantity, Readonly<Record<string, SeriesUnit>>>> = {
  capacityCu: { 'cu-seconds': { ...PLAIN, kind: 'over-step' } },
  cpu: { 'cpu-seconds': { ...PLAIN, kind: 'over-step' } },
};
