/** Escapes control characters and line separators as JSON does, so that text from outside stays on one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}|[\u2028\u2029]/gu, escaped);
}

export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
