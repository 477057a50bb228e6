/** What is to be told of several traces: each sentence once, with the names of those that it is about unless it is all. */
export function notesOfAll(
  traces: readonly { readonly name: string; readonly notes: readonly string[] }[],
): string[] {
  const about = new Map<string, string[]>();
  for (const { name, notes } of traces)
    for (const note of notes) about.set(note, [...(about.get(note) ?? []), name]);
  return [...about].map(([note, names]) =>
    names.length === traces.length ? note : `${names.join(', ')}: ${note}`,
  );
}
