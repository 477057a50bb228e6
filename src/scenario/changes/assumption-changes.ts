import { startTimeText } from '../notation/notation-text.ts';
import type { Document } from '../text/document.ts';
import { parseAssumptions } from './assumption-overrides.ts';
import type { FieldChange } from './field-change.ts';

/** Returns the values of an assumption flag as changes to the fields of a scenario. */
export function assumptionChanges(
  texts: readonly string[],
  { value }: Document,
  flag: string,
): readonly FieldChange[] {
  const overrides = parseAssumptions(texts, flag);
  const { burst, skew, start, concurrency, connections, memory } = overrides;
  const randomArrivals = overrides['random-arrivals'];
  const own = { burst, randomArrivals, skew, start: start === undefined ? undefined : startTimeText(start) };
  return [
    ...stated(own).map(([name, one]) => ({ flag, path: ['assumptions', name], value: one })),
    ...loadsOf(value).flatMap(({ path, kind }) => {
      // A load states its memory as a number. A trace can only ignore the memory that was measured.
      const fields = { concurrency, connections, memory: kind === 'load' && memory === 'none' ? 0 : memory };
      return stated(fields).map(([name, one]) => ({ flag, path: [...path, name], value: one }));
    }),
  ];
}

function stated(fields: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(fields).filter(([, value]) => value !== undefined);
}

/** Finds the loads of the first compute, and the traces that become loads. A plan is for one compute. */
function loadsOf(value: unknown): { readonly path: PropertyKey[]; readonly kind: 'load' | 'trace' }[] {
  const { computes, demand } = value as { readonly computes?: unknown; readonly demand?: unknown };
  const first = Array.isArray(computes) ? (computes[0] as { readonly demand?: unknown }) : null;
  const list = first === null ? demand : first.demand;
  return (Array.isArray(list) ? list : []).flatMap(({ kind }: { readonly kind?: unknown }, i) =>
    kind === 'load' || kind === 'trace' ? [{ path: ['demand', i], kind }] : [],
  );
}
