import { useState } from 'preact/hooks';
import type { ApiKey, NewApiKey } from '../api/shapes.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form, TextField } from '../parts/form.tsx';
import { Empty, Shown } from '../parts/live.tsx';
import { NewSecret } from '../parts/secret.tsx';
import { Ago } from '../parts/time.tsx';
import { useLive, useServiceAction, useSession } from '../state/hooks.ts';

/** Lists the keys of a user or of an organization, and creates and revokes them. */
export function KeyList({ title, path, note, isShared = false }: KeyListProps) {
  const { api } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const keys = useLive(path, () => api.call<readonly ApiKey[]>('GET', path));
  return (
    <section class="panel" aria-label={title}>
      <header class="panel-head">
        <h2>{title}</h2>
        <button type="button" class="primary" onClick={() => setCreating(true)}>
          Create key
        </button>
      </header>
      <p class="muted">{note}</p>
      <Shown live={keys}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="No keys yet">Create one to let a program in.</Empty>
          ) : (
            <div class="table">
              {list.length >= MOST_KEYS_ADVISED && (
                <p role="status">
                  <strong>{list.length.toLocaleString('en')} keys</strong> are more than is advised: revoke
                  those that nobody uses. The oldest {ROWS_SHOWN} are shown.
                </p>
              )}
              <table>
                <thead>
                  <tr>
                    <th>Name</th>
                    {isShared && <th>For</th>}
                    <th>Created</th>
                    <th>Last used</th>
                    <th>
                      <span class="hidden">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {list.slice(0, rowsOf(list.length)).map((key) => (
                    <tr key={key.id}>
                      <td data-label="Name">
                        <strong>{key.name}</strong>
                      </td>
                      {isShared && <td data-label="For">{key.project_id ?? 'all projects'}</td>}
                      <td data-label="Created">
                        <Ago at={key.created_at} />
                        <span class="muted"> by {key.created_by.name}</span>
                      </td>
                      <td data-label="Last used">
                        <Ago at={key.last_used_at} />
                      </td>
                      <td class="end">
                        <button
                          type="button"
                          class="danger-quiet"
                          aria-label={`Revoke ${key.name}`}
                          onClick={() => setRevoked(key)}
                        >
                          Revoke
                        </button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Shown>
      {isCreating && <CreateKey path={path} isShared={isShared} close={() => setCreating(false)} />}
      {revoked !== null && (
        <Confirm
          title={`Revoke “${revoked.name}”?`}
          label="Revoke key"
          act={() => api.call('DELETE', `${path}/${revoked.id}`)}
          close={() => setRevoked(null)}
        >
          <p>
            Whoever uses it is refused from then on, and it cannot be brought back. If it is the key that you
            signed in with, you will have to sign in with another.
          </p>
        </Confirm>
      )}
    </section>
  );
}

/** The service advises fewer keys than this for an account. */
const MOST_KEYS_ADVISED = 10_000;
const ROWS_SHOWN = 500;

/** The number of rows to show: a table of ten thousand rows would be of no use. */
function rowsOf(keys: number): number {
  return keys >= MOST_KEYS_ADVISED ? ROWS_SHOWN : keys;
}

interface KeyListProps {
  readonly title: string;
  readonly path: string;
  readonly note: string;
  readonly isShared?: boolean;
}

function CreateKey({ path, isShared, close }: CreateKeyProps) {
  const { api } = useSession();
  const action = useServiceAction();
  const [name, setName] = useState('');
  const [projectId, setProjectId] = useState('');
  const [made, setMade] = useState<NewApiKey | null>(null);
  const create = async () => {
    const scope = projectId.trim() === '' ? {} : { project_id: projectId.trim() };
    setMade(await api.call<NewApiKey>('POST', path, { key_name: name, ...scope }));
  };
  if (made !== null) {
    return (
      <Dialog title="Key created" close={close}>
        <NewSecret name={made.name} secret={made.key} />
        <div class="buttons">
          <button type="button" class="primary" onClick={close}>
            I have kept it
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Create an API key" close={close}>
      <Form
        action={action}
        label="Create key"
        canSubmit={name.trim() !== ''}
        submit={() => action.run(create)}
      >
        <TextField
          label="Name"
          value={name}
          set={setName}
          maxLength={64}
          required
          hint="What it is for, such as “deploys from CI”."
        />
        {isShared && (
          <TextField
            label="Only for the project (optional)"
            value={projectId}
            set={setProjectId}
            hint="Its id. Left empty, the key is for all projects of the organization."
          />
        )}
      </Form>
    </Dialog>
  );
}

interface CreateKeyProps {
  readonly path: string;
  readonly isShared: boolean;
  readonly close: () => void;
}
