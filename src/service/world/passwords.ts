import { createHmac } from 'node:crypto';
import type { RoleRecord } from '../records/records.ts';

/**
 * The password of a role. It is kept nowhere: it follows from the store's secret, the role and how often it was reset,
 * so that whoever reads the database learns none.
 */
export function passwordOf(secret: string, role: Pick<RoleRecord, 'id' | 'passwordVersion'>): string {
  const mac = createHmac('sha256', secret).update(`${role.id}/${role.passwordVersion}`).digest('base64url');
  return `tdp_${mac.replaceAll(/[-_]/g, 'x').slice(0, 24)}`;
}
