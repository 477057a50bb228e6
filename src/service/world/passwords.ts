import { createHmac } from 'node:crypto';
import type { RoleRecord } from '../records/records.ts';

/**
 * The password of a role. It is kept nowhere: it follows from the store's secret and the role's key, another one with
 * each reset, so that whoever reads the database learns none. The roles of a branch have those of its parent.
 */
export function passwordOf(secret: string, { passwordKey }: Pick<RoleRecord, 'passwordKey'>): string {
  const mac = createHmac('sha256', secret).update(passwordKey).digest('base64url');
  return `tdp_${mac.replaceAll(/[-_]/g, 'x').slice(0, 24)}`;
}
