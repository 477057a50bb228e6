import { useState } from 'preact/hooks';
import { Shown } from '../../parts/live.tsx';
import { useLive, useSession } from '../../state/hooks.ts';
import { loadProject } from '../../state/project-view.ts';
import { Computes } from '../compute/computes.tsx';
import { Branches } from './branches.tsx';
import { ConnectionString } from './connection-string.tsx';
import { DeleteProject } from './delete-project.tsx';
import { Operations } from './operations.tsx';

export function ProjectPage({ id }: { readonly id: string }) {
  const session = useSession();
  const [isDeleting, setDeleting] = useState(false);
  const live = useLive(`project ${id}`, () => loadProject(session, id));
  return (
    <div>
      <p class="trail">
        <a href="#/projects">Projects</a>
      </p>
      <Shown live={live}>
        {(view) => (
          <div>
            <header class="page-head">
              <div>
                <h1>{view.project.name}</h1>
                <p class="muted">
                  <code>{view.project.id}</code> · {view.project.region_id} · Postgres{' '}
                  {view.project.pg_version}
                </p>
              </div>
              <button type="button" class="danger-quiet" onClick={() => setDeleting(true)}>
                Delete project
              </button>
            </header>
            <Computes view={view} />
            <Branches view={view} />
            <ConnectionString view={view} />
            <Operations operations={view.operations} />
            {isDeleting && <DeleteProject project={view.project} close={() => setDeleting(false)} />}
          </div>
        )}
      </Shown>
    </div>
  );
}
