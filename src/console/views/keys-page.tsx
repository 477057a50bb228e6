import { Empty, Shown } from '../parts/live.tsx';
import { useLive, useSession } from '../state/hooks.ts';
import { loadOrganizations } from '../state/session.ts';
import { KeyList } from './key-list.tsx';

export function KeysPage() {
  const session = useSession();
  const organizations = useLive('organizations', () => loadOrganizations(session));
  return (
    <div>
      <h1>API keys</h1>
      {session.account.kind === 'person' && (
        <KeyList
          title="Personal keys"
          path="/api_keys"
          note="They act as you, in everything that is yours."
        />
      )}
      <Shown live={organizations}>
        {(list) =>
          list.length === 0 ? (
            <section class="panel">
              <h2>Organizations</h2>
              <Empty title="You are in no organization">
                Keys of an organization, and of single projects in it, would be here.
              </Empty>
            </section>
          ) : (
            list.map(({ id, name }) => (
              <KeyList
                key={id}
                title={`Keys of ${name}`}
                path={`/organizations/${id}/api_keys`}
                note="They act as the organization, or within one of its projects."
                isShared
              />
            ))
          )
        }
      </Shown>
    </div>
  );
}
