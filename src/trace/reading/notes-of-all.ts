/** Merges the notes of several traces: each note once, with the names of its traces unless it applies to all. */
export function mergedNotes(
  traces: readonly { readonly name: string; readonly notes: readonly string[] }[],
): string[] {
  const about = new Map<string, string[]>();
  for (const { name, notes } of traces)
    for (const note of notes) about.set(note, [...(about.get(note) ?? []), name]);
  return [...about].map(([note, names]) =>
    names.length === traces.length ? note : `${names.join(', ')}: ${note}`,
  );
}
