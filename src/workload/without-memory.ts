import type { Demand, LoadDemand } from './demand.ts';

/** Removes memory from loads, and marks it as not measured. */
export function withoutMemory(demand: readonly Demand[]): Demand[] {
  return demand.map((one) => (one.kind === 'load' ? loadWithoutMemory(one) : one));
}

function loadWithoutMemory({ known = {}, ...load }: LoadDemand): LoadDemand {
  const { memory: _, ...others } = known;
  return { ...load, memoryBytes: { kind: 'constant', value: 0 }, known: others };
}
