import { useState } from 'preact/hooks';
import type { Client } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import type { Branch, ComputeInside, Endpoint, Operation, Project } from '../api/shapes.ts';
import { Shown } from '../parts/live.tsx';
import { useLive, useSession } from '../state/hooks.ts';
import type { Session } from '../state/session.ts';
import { Branches } from './branches.tsx';
import { Computes } from './computes.tsx';
import { ConnectionString } from './connection-string.tsx';
import { DeleteProject } from './delete-project.tsx';
import { Operations } from './operations.tsx';

/** Everything that is shown of a project, as it was at one look. */
export interface ProjectView {
  readonly project: Project;
  readonly branches: readonly Branch[];
  readonly endpoints: readonly Endpoint[];
  readonly operations: readonly Operation[];
  /** By compute; what only the control API tells. */
  readonly inside: ReadonlyMap<string, ComputeInside>;
}

export function ProjectPage({ id }: { readonly id: string }) {
  const session = useSession();
  const [deletes, setDeletes] = useState(false);
  const live = useLive(`project ${id}`, () => look(session, id));
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
              <button type="button" class="danger-quiet" onClick={() => setDeletes(true)}>
                Delete project
              </button>
            </header>
            <Computes view={view} />
            <Branches view={view} />
            <ConnectionString view={view} />
            <Operations operations={view.operations} />
            {deletes && <DeleteProject project={view.project} close={() => setDeletes(false)} />}
          </div>
        )}
      </Shown>
    </div>
  );
}

const OPERATIONS_SHOWN = 50;

async function look(session: Session, id: string): Promise<ProjectView> {
  const { api, control, history, clock } = session;
  const path = `/projects/${id}`;
  const [{ project }, { branches }, { endpoints }, { operations }] = await Promise.all([
    api.call<{ project: Project }>('GET', path),
    api.call<{ branches: readonly Branch[] }>('GET', `${path}/branches?sort_by=created_at&sort_order=asc`),
    api.call<{ endpoints: readonly Endpoint[] }>('GET', `${path}/endpoints`),
    api.call<{ operations: readonly Operation[] }>('GET', `${path}/operations?limit=${OPERATIONS_SHOWN}`),
  ]);
  const inside = await insideOf(control, endpoints);
  if (control === null) for (const endpoint of endpoints) history.look(endpoint, operations, clock.nowMs);
  else await Promise.all(endpoints.map((endpoint) => history.take(control, endpoint, operations)));
  return { project, branches, endpoints, operations, inside };
}

async function insideOf(
  control: Client | null,
  endpoints: readonly Endpoint[],
): Promise<ReadonlyMap<string, ComputeInside>> {
  if (control === null) return new Map();
  const computes = await Promise.all(
    endpoints.map(({ id }) =>
      control.call<ComputeInside>('GET', `/computes/${id}`).catch((error: unknown) => {
        // It was deleted between the two looks, and the next one will not list it.
        if (failureOf(error).status === 404) return null;
        throw error;
      }),
    ),
  );
  return new Map(computes.flatMap((compute) => (compute === null ? [] : [[compute.id, compute] as const])));
}
