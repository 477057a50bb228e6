import { createHash, type Hash } from 'node:crypto';
import type { PlanJob } from '../../advisor/index.ts';
import { ownVersion } from '../version.ts';

/** A hash of a job and the version. The order of fields does not matter. */
export function keyOf(job: PlanJob): string {
  const hash = createHash('sha256').update(`tidemark ${ownVersion()}\n`);
  take(hash, job);
  return hash.digest('hex').slice(0, KEY_LENGTH);
}

const KEY_LENGTH = 32;

/** Hashes each value with its type and length, so that values cannot run into each other. */
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
