import type { Configuration } from '../../planner/index.ts';
import { configurationText } from '../words/configuration-words.ts';

/**
 * JSON for programs that people can look into: what holds no further group or list stands on one line. Settings have
 * their text beside their numbers. Functions are left out, as only pages use them, and so is whether an outcome had a
 * run of its own: threads remember runs, so that it depends on the machine.
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
