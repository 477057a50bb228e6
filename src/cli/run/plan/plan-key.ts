import { createHash, type Hash } from 'node:crypto';
import type { PlanJob } from '../../../advisor/index.ts';
import { ownVersion } from '../../version.ts';

/** What a job is known by: the same for equal jobs of one version, whatever the order of their fields, and for no others. */
export function keyOf(job: PlanJob): string {
  const hash = createHash('sha256').update(`tidemark ${ownVersion()}\n`);
  take(hash, job);
  return hash.digest('hex').slice(0, KEY_LENGTH);
}

const KEY_LENGTH = 32;

/** Each value with its kind and its length, so that no two differ only in where one ends. */
function take(hash: Hash, value: unknown): void {
  if (ArrayBuffer.isView(value)) {
    hash.update(`bytes ${value.byteLength}\n`);
    hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (Array.isArray(value)) {
    hash.update(`list ${value.length}\n`);
    for (const one of value) take(hash, one);
  } else if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    hash.update(`group ${fields.length}\n`);
    for (const [name, one] of fields) {
      take(hash, name);
      take(hash, one);
    }
  } else {
    const text = String(value);
    hash.update(`${typeof value} ${text.length} ${text}\n`);
  }
}
