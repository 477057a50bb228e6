import { createHash } from 'node:crypto';

/** The name of a branch's database in the server, where the databases of all branches share one namespace. */
export function physicalName(branchId: string, database: string): string {
  return shortened(`${branchId}/${database}`);
}

/** Its name until it is complete, so that every database with its final name can be used. */
export function unfinishedName(branchId: string, database: string): string {
  return shortened(`${unfinishedPrefix(branchId)}${database}`);
}

export function unfinishedPrefix(branchId: string): string {
  return `tidemark:${branchId}/`;
}

/** The comment on a database of ours. It has the full name, which `physicalName` may shorten. */
export function databaseMark(branchId: string, database: string): string {
  return `${DATABASE_MARK_START}${branchId}: ${database}`;
}

export const DATABASE_MARK_START = 'tidemark: database of ';

/** The name of a branch's role in the server. */
export function roleName(branchId: string, role: string): string {
  return shortened(`${branchId}/${role}`);
}

/** The role that all roles of a branch are members of. */
export function groupName(branchId: string): string {
  return shortened(branchId);
}

/** The name of the role that stands for a branch's role in sessions of a read replica. */
export function readerName(branchId: string, role: string): string {
  return shortened(`read-only:${branchId}/${role}`);
}

/** The role that all of a branch's roles for read replicas are members of. */
export function readersName(branchId: string): string {
  return shortened(`read-only:${branchId}`);
}

/** The comment on a role of a branch. It has the full name, which `roleName` may shorten. */
export function roleMark(branchId: string, role: string): string {
  return `tidemark: role of ${branchId}: ${role}`;
}

export function groupMark(branchId: string): string {
  return `tidemark: roles of ${branchId}`;
}

export function readerMark(branchId: string, role: string): string {
  return `tidemark: reader of ${branchId}: ${role}`;
}

export function readersMark(branchId: string): string {
  return `tidemark: readers of ${branchId}`;
}

/** The start of the comments on all roles of ours. */
export const MARK_START = 'tidemark: ';

/** The comment on a role of an older version, in which the branches of a server shared their roles. */
export const SHARED_ROLE_MARK = 'tidemark: role of its projects';

// PostgreSQL silently truncates longer names.
const LONGEST_BYTES = 63;
const HASH_DIGITS = 16;

function shortened(name: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= LONGEST_BYTES) return name;
  let end = LONGEST_BYTES - HASH_DIGITS - 1;
  // The cut must not lie within a character, whose second and later bytes are 10xxxxxx.
  while (((bytes[end] as number) & 0xc0) === 0x80) end--;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_DIGITS);
  return `${bytes.toString('utf8', 0, end)}~${hash}`;
}
