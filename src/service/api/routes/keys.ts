import { z } from 'zod';
import type { NewKey } from '../../accounts/keys.ts';
import {
  createOrganizationKey,
  createPersonalKey,
  organizationKeys,
  personalKeys,
  revokeOrganizationKey,
  revokePersonalKey,
} from '../../accounts/keys.ts';
import { organizationFor, userFor } from '../../accounts/scopes.ts';
import {
  KEY_CREATED,
  KEY_LIST_ITEM,
  KEY_REVOKED,
  ORG_KEY_CREATED,
  ORG_KEY_LIST_ITEM,
  ORG_KEY_REVOKED,
} from '../answers.ts';
import { KEY_CREATE, ORG_KEY_CREATE } from '../requests.ts';
import { type ApiRoute, route } from '../route.ts';
import { iso, showKeyListItem, showRevoked } from '../show.ts';

export const keyRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/api_keys',
    summary: 'List your personal API keys',
    tag: 'API keys',
    answer: z.array(KEY_LIST_ITEM),
    handle: ({ world, caller }) => personalKeys(world, caller).map((key) => showKeyListItem(world, key)),
  }),
  route({
    method: 'POST',
    path: '/api_keys',
    summary: 'Create a personal API key; its secret is shown only once',
    tag: 'API keys',
    body: KEY_CREATE,
    answer: KEY_CREATED,
    handle: ({ world, caller, body }) =>
      showNewKey(createPersonalKey(world, userFor(world, caller), body.key_name)),
  }),
  route({
    method: 'DELETE',
    path: '/api_keys/{key_id}',
    summary: 'Revoke a personal API key at once and for good',
    tag: 'API keys',
    answer: KEY_REVOKED,
    handle: ({ world, caller, params }) => showRevoked(revokePersonalKey(world, caller, params.key_id)),
  }),
  route({
    method: 'GET',
    path: '/organizations/{org_id}/api_keys',
    summary: 'List the API keys of an organization, those of single projects too',
    tag: 'API keys',
    answer: z.array(ORG_KEY_LIST_ITEM),
    handle: ({ world, caller, params }) =>
      organizationKeys(world, organizationFor(world, caller, params.org_id)).map((key) =>
        showKeyListItem(world, key),
      ),
  }),
  route({
    method: 'POST',
    path: '/organizations/{org_id}/api_keys',
    summary: 'Create an API key for an organization, or for one of its projects',
    tag: 'API keys',
    body: ORG_KEY_CREATE,
    answer: ORG_KEY_CREATED,
    handle({ world, caller, params, body }) {
      const projectId = body.project_id ?? null;
      const made = createOrganizationKey(world, caller, params.org_id, body.key_name, projectId);
      return { ...showNewKey(made), ...(projectId === null ? {} : { project_id: projectId }) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/organizations/{org_id}/api_keys/{key_id}',
    summary: 'Revoke an API key of an organization at once and for good',
    tag: 'API keys',
    answer: ORG_KEY_REVOKED,
    handle: ({ world, caller, params }) =>
      showRevoked(revokeOrganizationKey(world, caller, params.org_id, params.key_id)),
  }),
];

function showNewKey({ key, secret }: NewKey) {
  return {
    id: Number(key.id),
    key: secret,
    name: key.name,
    created_at: iso(key.createdAtMs),
    created_by: key.createdBy,
  };
}
