import type { Spec } from 'vega';

/** A part of a specification as plain data. */
type Part = Record<string, unknown>;

/** A compiled chart, adapted to a page. */
export interface PageSpec {
  readonly spec: Part;
  /** Whether the width can change, because no mark has a horizontal place in pixels. */
  readonly isFluid: boolean;
  /** The time that the chart shows, in local milliseconds. Null if it has no axis of time. */
  readonly time: readonly [from: number, until: number] | null;
}

/**
 * Adapts a compiled chart to a page. It removes the title, which the page shows itself. The axes of time follow the
 * signals `timeFrom` and `timeUntil`, which the page sets in all charts together.
 */
export function linkedTime(compiled: Spec): PageSpec {
  const { title: _, background: __, ...rest } = JSON.parse(JSON.stringify(compiled)) as Part;
  const spec: Part = { ...rest, padding: { left: 0, right: 6, top: 4, bottom: 4 } };
  const parts = [...partsOf(spec)];
  const scales = parts.filter((part) => part.type === 'utc' && 'range' in part);
  const isFluid =
    typeof spec.width === 'number' && !parts.some((part) => typeof pixelsAcross(part) === 'number');
  for (const part of parts)
    if ('symbolType' in part && isFluid) part.columns = { signal: 'width < 480 ? 2 : 0' };
  const [first] = scales;
  if (first === undefined) return { spec, isFluid, time: null };
  const time = [timeOf(first.domainMin), timeOf(first.domainMax)] as const;
  for (const scale of scales) {
    scale.domain = [{ signal: 'timeFrom' }, { signal: 'timeUntil' }];
    delete scale.domainMin;
    delete scale.domainMax;
  }
  const names = new Set(scales.map(({ name }) => name));
  for (const part of parts) {
    if (isMarkOn(part, names)) part.clip = { path: { signal: CLIP } };
    if (names.has(part.scale) && 'orient' in part && part.orient === 'bottom') adapt(part);
  }
  const signals = [
    { name: 'timeFrom', value: time[0] },
    { name: 'timeUntil', value: time[1] },
  ];
  return {
    spec: { ...spec, signals: [...((spec.signals as Part[] | undefined) ?? []), ...signals] },
    isFluid,
    time,
  };
}

/** Cuts marks off at the left and the right of the plot, but not above it, where labels are. */
const CLIP = "'M0,-999H' + width + 'V9999H0Z'";

function* partsOf(value: unknown): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Part;
  for (const [name, inner] of Object.entries(value)) if (name !== 'values') yield* partsOf(inner);
}

/** Parses a time as the compiler writes it: `datetime(1772409600000)`. */
function timeOf(value: unknown): number {
  return Number(/\d+/.exec((value as { readonly signal: string }).signal)?.[0]);
}

function isMarkOn({ encode, marks }: Part, scales: ReadonlySet<unknown>): boolean {
  const update = (encode as { update?: Part } | undefined)?.update;
  return marks === undefined && scales.has((update?.x as Part | undefined)?.scale);
}

function pixelsAcross({ type, encode }: Part): unknown {
  if (type !== 'text') return null;
  const update = (encode as { update?: Part } | undefined)?.update;
  const x = update?.x as Part | undefined;
  return x?.scale === undefined ? x?.value : null;
}

/** Adapts the ticks of an axis to its width, and their labels to the length of the time shown. */
function adapt(axis: Part): void {
  axis.tickCount = { signal: 'max(2, floor(width / 85))' };
  const update = (axis.encode as { labels?: { update?: Part } } | undefined)?.labels?.update;
  if (update !== undefined) update.text = { signal: LABEL };
}

const LABEL =
  'utcFormat(datum.value, ' +
  "utcseconds(datum.value) > 0 ? '%H:%M:%S' : " +
  "utchours(datum.value) + utcminutes(datum.value) > 0 ? '%H:%M' : " +
  "timeUntil - timeFrom > 1.7e10 && utcdate(datum.value) === 1 ? '%b %Y' : '%-d %b')";
