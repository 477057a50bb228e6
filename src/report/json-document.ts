/** JSON for programs that people can look into: what holds no further group or list stands on one line. */
export function jsonDocument(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null || isFlat(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((part) => jsonDocument(part, inner))
    : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${jsonDocument(part, inner)}`);
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

function isFlat(value: object): boolean {
  return Object.values(value).every((part) => typeof part !== 'object' || part === null);
}
