import type { UserRecord } from './records/records.ts';
import { createPersonalKey } from './world/keys.ts';
import { createUser } from './world/organizations.ts';
import type { World } from './world/world.ts';

/** Somebody to begin with, and the first key, whose secret is told this once. */
export function bootstrap(world: World): { readonly user: UserRecord; readonly secret: string } {
  const user = createUser(world, 'You', 'you@example.com');
  const { secret } = createPersonalKey(world, user, 'first key');
  return { user, secret };
}

export function isNew(world: World): boolean {
  return world.tables.users.size === 0;
}
