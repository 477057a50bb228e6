import { createHmac } from 'node:crypto';
import type { RoleRecord } from '../records/records.ts';

/**
 * The password of a role, derived from the store's secret and the role's key, which each reset changes. It is saved
 * nowhere, so a reader of the store learns no password. A role that was copied to a branch keeps its password.
 */
export function passwordOf(secret: string, { passwordKey }: Pick<RoleRecord, 'passwordKey'>): string {
  const mac = createHmac('sha256', secret).update(passwordKey).digest('base64url');
  return `tdp_${mac.replaceAll(/[-_]/g, 'x').slice(0, 24)}`;
}
