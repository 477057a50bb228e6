import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Client } from '../api/client.ts';
import { browser } from '../browser.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form, TextField } from '../parts/form.tsx';
import { useAction, useSession } from '../state/hooks.ts';
import { openControl } from '../state/session.ts';
import { ClockBar } from './clock-bar.tsx';
import { KeysPage } from './keys-page.tsx';
import { ProjectPage } from './project/project-page.tsx';
import { ProjectsPage } from './project/projects-page.tsx';

/** The frame of every page: navigation, the service's clock, and the button to sign out. */
export function Shell({ signOut, withControl }: ShellProps) {
  const { account, control } = useSession();
  const place = usePlace();
  const [asksToken, setAsksToken] = useState(false);
  const projectId = /^\/projects\/([a-z0-9-]+)$/.exec(place)?.[1];
  const isKeys = place === '/keys';
  useEffect(() => {
    browser.setTitle(`${isKeys ? 'API keys' : (projectId ?? 'Projects')} · tidemark console`);
  }, [isKeys, projectId]);
  return (
    <div class="shell">
      <header class="top">
        <a class="brand" href="#/projects">
          tidemark
        </a>
        <nav aria-label="Main">
          <a href="#/projects" aria-current={isKeys ? undefined : 'page'}>
            Projects
          </a>
          <a href="#/keys" aria-current={isKeys ? 'page' : undefined}>
            API keys
          </a>
        </nav>
        <div class="line top-end">
          <span class="muted">{account.kind === 'person' ? account.name : account.id}</span>
          <button type="button" onClick={signOut}>
            Sign out
          </button>
        </div>
      </header>
      {control === null ? (
        <div class="clock-bar">
          <span class="muted">Without the control token the clock, clients and load are out of reach.</span>
          <button type="button" onClick={() => setAsksToken(true)}>
            Add control token
          </button>
        </div>
      ) : (
        <ClockBar control={control} />
      )}
      {asksToken && <TokenDialog close={() => setAsksToken(false)} withControl={withControl} />}
      <main class="page">
        {isKeys ? (
          <KeysPage />
        ) : projectId === undefined ? (
          <ProjectsPage />
        ) : (
          <ProjectPage key={projectId} id={projectId} />
        )}
      </main>
    </div>
  );
}

interface ShellProps {
  readonly signOut: () => void;
  readonly withControl: (control: Client) => void;
}

function TokenDialog({ close, withControl }: TokenDialogProps) {
  const [token, setToken] = useState('');
  const action = useAction();
  const add = async () => {
    withControl(await openControl(token.trim()));
    close();
  };
  return (
    <Dialog title="Add the control token" close={close}>
      <Form action={action} label="Add" canSubmit={token !== ''} submit={() => action.run(add)}>
        <TextField
          label="Control token"
          kind="password"
          value={token}
          set={setToken}
          hint="Printed when the service started. Like the key, it stays in memory only."
        />
      </Form>
    </Dialog>
  );
}

interface TokenDialogProps {
  readonly close: () => void;
  readonly withControl: (control: Client) => void;
}

function usePlace(): string {
  const [place, setPlace] = useState(browser.place());
  useLayoutEffect(() => browser.onPlace(() => setPlace(browser.place())), []);
  return place;
}
