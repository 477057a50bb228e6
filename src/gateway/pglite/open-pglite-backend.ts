import type { Backend } from '../backend.ts';
export function openPgliteBackend(_: unknown): Promise<Backend> {
  throw new Error('none');
}
