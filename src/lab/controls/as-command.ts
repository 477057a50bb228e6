/** The command that gives the run of the lab on a command line. */
export function commandOf(file: string, changes: readonly string[]): string {
  const path = file.startsWith('-') ? `./${file}` : file;
  return ['tidemark simulate', quoted(path), ...changes.map((change) => `--set ${quoted(change)}`)].join(' ');
}

/** Quotes a word for a POSIX shell, if it needs quotes. */
function quoted(word: string): string {
  return /^[\w./=:,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
