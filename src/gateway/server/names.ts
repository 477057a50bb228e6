import { createHash } from 'node:crypto';

/** What a database of a branch is called in the server, where all branches share one space of names. */
export function physicalName(branchId: string, database: string): string {
  return shortened(`${branchId}/${database}`);
}

/** What it is called until it is complete, so that whatever has its own name can be used. */
export function unfinishedName(branchId: string, database: string): string {
  return shortened(`${unfinishedPrefix(branchId)}${database}`);
}

export function unfinishedPrefix(branchId: string): string {
  return `tidemark:${branchId}/`;
}

/** The comment on a database of ours. It keeps the name in full, which `physicalName` may not. */
export function databaseMark(branchId: string, database: string): string {
  return `tidemark: database of ${branchId}: ${database}`;
}

/** The comment on a role of ours. */
export const ROLE_MARK = 'tidemark: role of its projects';

// Postgres cuts off what is longer, without a word to whom it matters.
const LONGEST_BYTES = 63;
const HASH_DIGITS = 16;

function shortened(name: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= LONGEST_BYTES) return name;
  let end = LONGEST_BYTES - HASH_DIGITS - 1;
  // Not within a character: the bytes that go on with one are 10xxxxxx.
  while (((bytes[end] as number) & 0xc0) === 0x80) end--;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_DIGITS);
  return `${bytes.toString('utf8', 0, end)}~${hash}`;
}
