/** Names come from outside: as text they are no markup, and neither are they in a quoted attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** JSON that a page can hold in a script: nothing in it ends the script or begins a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** A library's own script, of which only the end of a script could break a page. */
export function scriptText(text: string): string {
  return text.replaceAll(/<(?=\/script|!--)/gi, '\\x3c');
}
