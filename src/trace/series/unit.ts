import { UNITS } from '../csv/values/units.ts';
import { COUNTED, type Quantity } from '../quantity.ts';

/** How values of series are converted to values of a quantity. */
export interface SeriesUnit {
  readonly factor: number;
  /**
   * `counter`: its increases count. `per-second`: a rate. `over-step`: a total over the step, which is divided by the
   * step.
   */
  readonly kind: 'plain' | 'counter' | 'per-second' | 'over-step';
  readonly ofSize: boolean;
  readonly ofVcpus: boolean;
  /** Values are the free part of the memory of the machine. */
  readonly ofMemory: boolean;
}

/** The units of tables, and some that only monitoring systems use. */
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

/** A CPU counter has seconds of processor time. */
function hasCounters(quantity: Quantity): boolean {
  return quantity === 'cpu' || COUNTED.has(quantity);
}

const PLAIN: SeriesUnit = { factor: 1, kind: 'plain', ofSize: false, ofVcpus: false, ofMemory: false };

const OWN: Partial<Record<Quantity, Readonly<Record<string, SeriesUnit>>>> = {
  capacityCu: { 'cu-seconds': { ...PLAIN, kind: 'over-step' } },
  cpu: { 'cpu-seconds': { ...PLAIN, kind: 'over-step' } },
};
