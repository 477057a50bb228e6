/** How an answer differs from the service's own, beyond what the public description can tell. One line a route. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  'GET /projects':
    'deleted projects cannot be recovered, so `recoverable` finds none; `timeout` is taken and has no effect',
  'GET /projects/shared': 'nobody shares projects: the list is empty',
  'POST /projects':
    'the branch is ready at once; settings, quotas and `provisioner` are kept and have no effect; with a gateway, `pg_version` is that of the PostgreSQL that runs, whatever was asked for',
  'PATCH /projects/{project_id}': 'settings and quotas are kept and have no effect',
  'DELETE /projects/{project_id}': 'for good: there is no recovery',
  'GET /projects/{project_id}': 'storage, transfer and written bytes are 0',
  'POST /projects/{project_id}/branches':
    'ready at once, with `create_branch` finished; `parent_lsn`, `archived` and `init_source` have no effect',
  'GET /projects/{project_id}/branches': '`include_deleted` finds none',
  'DELETE /projects/{project_id}/branches/{branch_id}': 'always for good, with or without `hard_delete`',
  'PATCH /projects/{project_id}/branches/{branch_id}': 'protection is kept and forbids nothing',
  'POST /projects/{project_id}/branches/{branch_id}/databases': 'done at once, without operations',
  'PATCH /projects/{project_id}/branches/{branch_id}/databases/{database_name}':
    'done at once, without operations',
  'DELETE /projects/{project_id}/branches/{branch_id}/databases/{database_name}':
    'done at once, without operations',
  'POST /projects/{project_id}/branches/{branch_id}/roles': 'done at once, without operations',
  'DELETE /projects/{project_id}/branches/{branch_id}/roles/{role_name}':
    'done at once, without operations; refused while the role owns a database',
  'POST /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password':
    'done at once, without operations',
  'POST /projects/{project_id}/endpoints':
    '`provisioner` and `region_id` are taken and have no effect; `pg_settings` that a session cannot set, or whose values PostgreSQL does not take, are refused (422); `passwordless_access` is kept and has no effect',
  'PATCH /projects/{project_id}/endpoints/{endpoint_id}':
    '`disabled` together with another branch or size is refused (422); `provisioner` is taken and has no effect; `pg_settings` that a session cannot set, or whose values PostgreSQL does not take, are refused (422); `passwordless_access` is kept and has no effect',
  'GET /projects/{project_id}/connection_uri': 'hosts lie under `localhost`; no `sslmode`',
  'GET /projects/{project_id}/operations': 'the newest 10,000 of a project are kept',
  'GET /users/me': 'billing and limits are placeholders',
  'GET /regions': 'six regions, in name only',
  'GET /consumption_history/projects': 'compute is metered; storage and written bytes are 0',
  'GET /consumption_history/v2/projects': '`compute_unit_seconds` is metered; all other metrics are 0',
  'GET /consumption_history/v2/branches': '`compute_unit_seconds` is metered; all other metrics are 0',
  'PATCH /organizations/{org_id}/members/{member_id}': 'the roles admin and member',
};
