import { useState } from 'preact/hooks';
import type { Branch } from '../../api/shapes.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { ActionFailure } from '../../parts/failure.tsx';
import { Ago } from '../../parts/time.tsx';
import { useServiceAction, useSession } from '../../state/hooks.ts';
import type { ProjectView } from '../../state/project-view.ts';
import { CreateBranch, RenameBranch } from './branch-dialogs.tsx';

type Opened = { readonly what: 'rename' | 'delete'; readonly branch: Branch } | { readonly what: 'create' };

export function Branches({ view }: { readonly view: ProjectView }) {
  const { api } = useSession();
  const action = useServiceAction();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { branches, project } = view;
  const path = `/projects/${project.id}/branches`;
  const close = () => setOpened(null);
  const makeDefault = (id: string) =>
    action.run(async () => {
      await api.call('POST', `${path}/${id}/set_as_default`);
    });
  return (
    <section class="panel" aria-label="Branches">
      <header class="panel-head">
        <h2>Branches</h2>
        <button type="button" onClick={() => setOpened({ what: 'create' })}>
          Create branch
        </button>
      </header>
      <ActionFailure action={action} />
      <div class="table">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>From</th>
              <th>Created</th>
              <th>This month</th>
              <th>
                <span class="hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {branches.map((branch) => (
              <tr key={branch.id}>
                <td data-label="Name">
                  <strong>{branch.name}</strong> {branch.default && <span class="tag">default</span>}{' '}
                  {branch.protected && <span class="tag">protected</span>}
                  <br />
                  <code class="muted">{branch.id}</code>
                </td>
                <td data-label="From">{branches.find(({ id }) => id === branch.parent_id)?.name ?? '–'}</td>
                <td data-label="Created">
                  <Ago at={branch.created_at} />
                </td>
                <td data-label="This month">{(branch.compute_time_seconds / 3600).toFixed(2)} CU-hours</td>
                <td class="end">
                  <div class="buttons">
                    <button
                      type="button"
                      aria-label={`Rename ${branch.name}`}
                      onClick={() => setOpened({ what: 'rename', branch })}
                    >
                      Rename
                    </button>
                    {!branch.default && (
                      <button
                        type="button"
                        disabled={action.isBusy}
                        aria-label={`Make ${branch.name} the default`}
                        onClick={() => makeDefault(branch.id)}
                      >
                        Make default
                      </button>
                    )}
                    {!branch.default && (
                      <button
                        type="button"
                        class="danger-quiet"
                        aria-label={`Delete ${branch.name}`}
                        onClick={() => setOpened({ what: 'delete', branch })}
                      >
                        Delete
                      </button>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opened?.what === 'create' && <CreateBranch path={path} branches={branches} close={close} />}
      {opened?.what === 'rename' && (
        <RenameBranch path={`${path}/${opened.branch.id}`} name={opened.branch.name} close={close} />
      )}
      {opened?.what === 'delete' && (
        <Confirm
          title="Delete this branch?"
          label="Delete branch"
          typed={opened.branch.name}
          act={() => api.call('DELETE', `${path}/${opened.branch.id}`)}
          close={close}
        >
          <p>
            <strong>{opened.branch.name}</strong> goes for good, with its computes.
          </p>
        </Confirm>
      )}
    </section>
  );
}
