import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../api/client.ts';
import { ApiFailure } from '../api/failure.ts';
import type { NewApiKey, User } from '../api/shapes.ts';
import { Form, SelectField, TextField } from '../parts/form.tsx';
import { Empty } from '../parts/live.tsx';
import { NewSecret } from '../parts/secret.tsx';
import { useAction } from '../state/hooks.ts';
import { type ConsoleSession, openControl, openSession } from '../state/session.ts';

type SignedIn = (session: ConsoleSession) => void;

/** Asks for a key, a token, or both. With the token alone, the user creates a key. */
export function SignIn({ signedIn }: { readonly signedIn: SignedIn }) {
  const [control, setControl] = useState<Client | null>(null);
  return (
    <main class="sign-in">
      <h1 class="brand">tidemark</h1>
      {control === null ? (
        <Secrets signedIn={signedIn} withControl={setControl} />
      ) : (
        <FirstKey control={control} signedIn={signedIn} back={() => setControl(null)} />
      )}
    </main>
  );
}

function Secrets({ signedIn, withControl }: SecretsProps) {
  const [key, setKey] = useState('');
  const [token, setToken] = useState('');
  const action = useAction();
  const signIn = async () => {
    const control = token === '' ? null : await openControl(token.trim());
    if (key !== '') signedIn(await openSession(key.trim(), control));
    else if (control !== null) withControl(control);
  };
  return (
    <section class="panel">
      <h2>Sign in</h2>
      <p class="muted">
        Both were printed when the service started. They stay in this page’s memory only: after a reload you
        will be asked again.
      </p>
      <Form
        action={action}
        label="Sign in"
        canSubmit={key !== '' || token !== ''}
        submit={() => action.run(signIn)}
      >
        <TextField label="API key" kind="password" value={key} set={setKey} placeholder="tdm_…" />
        <TextField
          label="Control token (optional)"
          kind="password"
          value={token}
          set={setToken}
          hint="Turns the clock, connects clients and shows events live. With the token alone you can create a key."
        />
      </Form>
    </section>
  );
}

interface SecretsProps {
  readonly signedIn: SignedIn;
  readonly withControl: (control: Client) => void;
}

function FirstKey({ control, signedIn, back }: FirstKeyProps) {
  const [users, setUsers] = useState<readonly User[] | null>(null);
  const [userId, setUserId] = useState('');
  const [name, setName] = useState('console');
  const [made, setMade] = useState<NewApiKey | null>(null);
  const action = useAction();
  useEffect(() => {
    action.run(async () => {
      const answer = await control.call<{ users: readonly User[] }>('GET', '/users');
      setUsers(answer.users);
      setUserId(answer.users[0]?.id ?? '');
    });
  }, [control]);
  if (made !== null) {
    return (
      <section class="panel">
        <h2>Your key is ready</h2>
        <NewSecret name={made.name} secret={made.key} />
        <Form
          action={action}
          label="I have kept it: go on"
          submit={() => action.run(async () => signedIn(await openSession(made.key, control)))}
        />
      </section>
    );
  }
  const create = async () => {
    if (userId === '') throw new ApiFailure(0, 'NO_USER', 'there is nobody to make a key for', '');
    setMade(await control.call<NewApiKey>('POST', `/users/${userId}/keys`, { key_name: name }));
  };
  return (
    <section class="panel">
      <h2>Create a personal API key</h2>
      <p class="muted">The token is right. Projects belong to people, so the console needs a key of one.</p>
      {users?.length === 0 && (
        <Empty title="There is nobody here yet">
          Create a user with <code>POST /_tidemark/users</code>, and sign in again.
        </Empty>
      )}
      <Form
        action={action}
        label="Create key"
        canSubmit={name.trim() !== ''}
        submit={() => action.run(create)}
      >
        {users !== null && users.length > 1 && (
          <SelectField
            label="For"
            value={userId}
            set={setUserId}
            choices={users.map((user) => [user.id, `${user.name} (${user.email})`] as const)}
          />
        )}
        <TextField label="Name of the key" value={name} set={setName} maxLength={64} />
      </Form>
      <button type="button" class="quiet" onClick={back}>
        Back
      </button>
    </section>
  );
}

interface FirstKeyProps {
  readonly control: Client;
  readonly signedIn: SignedIn;
  readonly back: () => void;
}
