import { useState } from 'preact/hooks';
import type { Database, Role } from '../../api/shapes.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { CheckField, SelectField } from '../../parts/form.tsx';
import { Empty, Shown } from '../../parts/live.tsx';
import { type Live, useLive, useSession } from '../../state/hooks.ts';
import type { ProjectView } from '../../state/project-view.ts';

/** Shows the connection string of a branch, for direct or pooled connections. */
export function ConnectionString({ view }: { readonly view: ProjectView }) {
  const { api } = useSession();
  const { project, branches, endpoints } = view;
  const [chosen, setChosen] = useState('');
  const [isPooled, setPooled] = useState(false);
  const reachable = branches.filter(({ id }) =>
    endpoints.some(({ branch_id, type }) => branch_id === id && type === 'read_write'),
  );
  const branch =
    reachable.find(({ id }) => id === chosen) ?? reachable.find((one) => one.default) ?? reachable[0];
  const uri: Live<string | null> = useLive(`uri ${project.id} ${branch?.id} ${isPooled}`, async () => {
    if (branch === undefined) return null;
    const path = `/projects/${project.id}`;
    const [{ databases }, { roles }] = await Promise.all([
      api.call<{ databases: readonly Database[] }>('GET', `${path}/branches/${branch.id}/databases`),
      api.call<{ roles: readonly Role[] }>('GET', `${path}/branches/${branch.id}/roles`),
    ]);
    const [database] = databases;
    const role = database?.owner_name ?? roles[0]?.name;
    if (database === undefined || role === undefined) return null;
    const query = new URLSearchParams({
      branch_id: branch.id,
      database_name: database.name,
      role_name: role,
      pooled: String(isPooled),
    });
    return (await api.call<{ uri: string }>('GET', `${path}/connection_uri?${query}`)).uri;
  });
  return (
    <section class="panel" aria-label="Connection string">
      <h2>Connection string</h2>
      <div class="fields filter">
        {reachable.length > 1 && (
          <SelectField
            label="Branch"
            value={branch?.id ?? ''}
            set={setChosen}
            choices={reachable.map(({ id, name }) => [id, name] as const)}
          />
        )}
        <CheckField label="Pooled connection" value={isPooled} set={setPooled} />
      </div>
      <Shown live={uri}>
        {(text) =>
          text === null ? (
            <Empty title="Nothing to connect to">
              A branch needs a primary compute, a database and a role before it has a connection string.
            </Empty>
          ) : (
            <Uri text={text} />
          )
        }
      </Shown>
    </section>
  );
}

function Uri({ text }: { readonly text: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div class="line">
      <code class="secret-text">{isShown ? text : text.replace(/:[^:@/]+@/, ':••••••@')}</code>
      <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide password' : 'Show password'}
      </button>
      <CopyButton text={text} what="the connection string" />
    </div>
  );
}
