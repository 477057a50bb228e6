import { useEffect, useState } from 'preact/hooks';
import { startFeed } from '../state/feed.ts';
import { SessionContext } from '../state/hooks.ts';
import type { ConsoleSession } from '../state/session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

export function App() {
  const [session, setSession] = useState<ConsoleSession | null>(null);
  useEffect(() => (session === null ? undefined : startFeed(session)), [session]);
  if (session === null) return <SignIn signedIn={setSession} />;
  return (
    <SessionContext.Provider value={session}>
      <Shell
        signOut={() => setSession(null)}
        withControl={(control) => setSession({ ...session, control })}
      />
    </SessionContext.Provider>
  );
}
