import { createHash } from 'node:crypto';

/** Returns the hash of a script or a style for the content security policy of a page, which then allows no other. */
export function policyHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
