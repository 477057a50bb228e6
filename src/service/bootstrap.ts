import { present } from '../problem/index.ts';
import { createPersonalKey } from './accounts/keys.ts';
import { createUser } from './accounts/organizations.ts';
import type { UserRecord } from './records/records.ts';
import type { Service } from './service.ts';

/** Creates the first user with a first key. The secret of the key is shown this once. */
export function bootstrap({ world }: Service): { readonly user: UserRecord; readonly secret: string } {
  const user = createUser(world, 'You', 'you@example.com');
  const { secret } = createPersonalKey(world, user, 'first key');
  return { user, secret };
}

/** Whether the service has no users yet. */
export function isNew({ world }: Service): boolean {
  return world.tables.users.size === 0;
}

/** Creates another key of the first user, and returns its secret. */
export function createAnotherKey({ world }: Service, name: string): string {
  const [user] = world.tables.users.all();
  return createPersonalKey(world, present(user, 'a service has a first user'), name).secret;
}
