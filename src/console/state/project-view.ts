import type { Client } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import type { Branch, ComputeDetails, Endpoint, Operation, Project } from '../api/shapes.ts';
import type { ConsoleSession } from './session.ts';

/** The data for the page of a project. */
export interface ProjectView {
  readonly project: Project;
  readonly branches: readonly Branch[];
  readonly endpoints: readonly Endpoint[];
  readonly operations: readonly Operation[];
  /** The inner state by compute. Only the control API has it. */
  readonly details: ReadonlyMap<string, ComputeDetails>;
}

/** Loads a project, and adds the changes of its computes to the history. */
export async function loadProject(session: ConsoleSession, id: string): Promise<ProjectView> {
  const { api, control, history, clock } = session;
  const path = `/projects/${id}`;
  const [{ project }, { branches }, { endpoints }, { operations }] = await Promise.all([
    api.call<{ project: Project }>('GET', path),
    api.call<{ branches: readonly Branch[] }>('GET', `${path}/branches?sort_by=created_at&sort_order=asc`),
    api.call<{ endpoints: readonly Endpoint[] }>('GET', `${path}/endpoints`),
    api.call<{ operations: readonly Operation[] }>('GET', `${path}/operations?limit=${OPERATIONS_SHOWN}`),
  ]);
  const details = await detailsOf(control, endpoints);
  if (control === null) for (const endpoint of endpoints) history.poll(endpoint, operations, clock.nowMs);
  else await Promise.all(endpoints.map((endpoint) => history.load(control, endpoint, operations)));
  return { project, branches, endpoints, operations, details };
}

const OPERATIONS_SHOWN = 50;

async function detailsOf(
  control: Client | null,
  endpoints: readonly Endpoint[],
): Promise<ReadonlyMap<string, ComputeDetails>> {
  if (control === null) return new Map();
  const computes = await Promise.all(
    endpoints.map(({ id }) =>
      control.call<ComputeDetails>('GET', `/computes/${id}`).catch((error: unknown) => {
        // The compute was deleted between the two requests. The next list will not have it.
        if (failureOf(error).status === 404) return null;
        throw error;
      }),
    ),
  );
  return new Map(computes.flatMap((compute) => (compute === null ? [] : [[compute.id, compute] as const])));
}
