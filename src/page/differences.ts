/** The values to set, with their paths, to turn one value into another. */
export type Differences = readonly (readonly [path: readonly string[], value: unknown])[];

/** Returns the differences of two JSON values. Two themes of a chart differ in colours and share all data. */
export function differences(one: unknown, other: unknown, path: readonly string[] = []): Differences {
  if (Object.is(one, other)) return [];
  const [ownParts, otherParts] = [partsOf(one), partsOf(other)];
  if (
    ownParts === null ||
    otherParts === null ||
    Array.isArray(one) !== Array.isArray(other) ||
    Object.keys(ownParts).join('\n') !== Object.keys(otherParts).join('\n')
  )
    return [[path, other]];
  return Object.keys(ownParts).flatMap((key) => differences(ownParts[key], otherParts[key], [...path, key]));
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
}
