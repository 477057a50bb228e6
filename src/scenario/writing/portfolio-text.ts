/** A database to write into a list. */
interface WrittenDatabase {
  readonly name: string;
  readonly project: string;
  /** Null if it is not known. */
  readonly plan: string | null;
  readonly current: string;
  /** Relative to the list. */
  readonly file: string;
}

/**
 * A list of databases as YAML.
 *
 * @param comments lines above the list
 */
export function portfolioText(comments: readonly string[], databases: readonly WrittenDatabase[]): string {
  const lines = databases.flatMap(({ name, project, plan, current, file }) => [
    `  - name: ${quotedYaml(name)}`,
    `    project: ${quotedYaml(project)}`,
    ...(plan === null ? [] : [`    plan: ${plan}`]),
    `    current: ${quotedYaml(current)}`,
    `    file: ${quotedYaml(file)}`,
  ]);
  return `${[...comments.map(commentLine), 'databases:', ...lines].join('\n')}\n`;
}

/** YAML reads a string of JSON as it is, but some of its line breaks only if they are escaped. */
function quotedYaml(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped);
}

function commentLine(text: string): string {
  return `# ${text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')}`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
