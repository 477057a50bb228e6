import type { Configuration } from '../../planner/index.ts';
import { configurationText } from '../words/configuration-words.ts';

/**
 * JSON that people can read too: a group without inner groups or lists is on one line. A configuration has its text
 * beside its numbers. Functions are left out, because only pages use them. `isRun` is left out, because it depends on
 * how many threads remember runs, and so on the machine.
 */
export function jsonDocument(written: unknown, indent = ''): string {
  const value = isSetting(written) ? { ...written, text: configurationText(written) } : written;
  if (typeof value !== 'object' || value === null || isFlat(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((part) => jsonDocument(part, inner))
    : Object.entries(value)
        .filter(([name, part]) => typeof part !== 'function' && name !== 'isRun')
        .map(([name, part]) => `${JSON.stringify(name)}: ${jsonDocument(part, inner)}`);
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

function isFlat(value: object): boolean {
  return Object.values(value).every((part) => typeof part !== 'object' || part === null);
}

function isSetting(value: unknown): value is Configuration {
  if (typeof value !== 'object' || value === null) return false;
  if (!('size' in value && 'suspendAfterMs' in value && 'route' in value)) return false;
  const { size } = value;
  return typeof size === 'object' && size !== null && 'minCu' in size && 'maxCu' in size;
}
