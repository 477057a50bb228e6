import type { Document } from '../text/document.ts';

/** Recognises a scenario of several computes. The scenario may still have mistakes. */
export function isProject({ value }: Document): boolean {
  const computes = fieldOf(value, 'computes');
  if (!Array.isArray(computes)) return false;
  return computes.length > 1 || computes.some(isMany);
}

function isMany(compute: unknown): boolean {
  const copies = fieldOf(compute, 'copies');
  return (copies !== undefined && copies !== 1) || fieldOf(compute, 'replicas') !== undefined;
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
}
