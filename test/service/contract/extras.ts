import type { Extra } from './json-schema.ts';

/**
 * What answers may have beyond the description, because the interface specification has it. Nothing else lets a property
 * through that the description does not name.
 */
export const EXTRAS: readonly Extra[] = [
  { schema: 'Project', property: 'locked', type: { type: 'boolean' } },
  { schema: 'ProjectListItem', property: 'locked', type: { type: 'boolean' } },
];
