import { valuesOf } from './columns.ts';
import type { Trace } from './trace.ts';

/** From here on CPU may have been wanted that there was not: how much, such a sample does not say. */
const FULL = 0.9;

/** Samples of CPU so near to what there was that they say "at least"; null where it is not known what there was. */
export function censored(
  trace: Trace,
  vcpus: number | null,
): { readonly samples: number; readonly of: number } | null {
  const cpu = valuesOf(trace, 'cpu')?.values;
  const capacity = valuesOf(trace, 'capacityCu')?.values;
  if (cpu === undefined || (capacity === undefined && vcpus === null)) return null;
  let [samples, of] = [0, 0];
  cpu.forEach((value, i) => {
    // One compute unit has one vCPU.
    const most = known(capacity?.[i]) ?? vcpus;
    if (Number.isNaN(value) || most === null || most === 0) return;
    of++;
    if (value >= FULL * most) samples++;
  });
  return { samples, of };
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
