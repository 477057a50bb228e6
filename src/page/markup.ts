/** Escapes text from outside, so that it is no markup in text or in a quoted attribute. */
export function escapedMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Returns JSON that can stand in a script element: it cannot end the script or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Escapes the code of a library for a script element. Only the end of a script or a comment could break the page. */
export function scriptText(text: string): string {
  return text.replaceAll(/<(?=\/script|!--)/gi, '\\x3c');
}
