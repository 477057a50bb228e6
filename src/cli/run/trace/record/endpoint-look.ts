import { type ProblemError, problem } from '../../../../problem/index.ts';
import type { ComputeView } from '../../../../recording/index.ts';

export interface EndpointPlace {
  readonly apiUrl: string;
  readonly project: string;
  readonly endpoint: string;
  readonly key: string;
}

const LONGEST_ANSWER_MS = 10_000;

/** Looks at a compute through the management API, which does not wake it. */
export function endpointLook({ apiUrl, project, endpoint, key }: EndpointPlace): () => Promise<ComputeView> {
  const path = `projects/${encodeURIComponent(project)}/endpoints/${encodeURIComponent(endpoint)}`;
  const url = new URL(path, apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`);
  return async () => {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
    }).catch((error: unknown) => {
      throw apiProblem(
        `${url.host} cannot be reached (${reason(error)})`,
        'correct the address, or start the service',
      );
    });
    if (response.status === 401)
      throw apiProblem(`${url.host} refuses the key`, 'set TIDEMARK_API_KEY to another');
    if (response.status === 404)
      throw apiProblem(
        `${url.host} has no compute ${endpoint} in project ${project}`,
        'check --project and --endpoint',
      );
    const view = response.ok ? viewOf(await response.json().catch(() => null)) : null;
    if (view === null)
      throw apiProblem(
        `${url.host} answers ${response.status}, and not with a compute`,
        'give the address with its path, such as http://127.0.0.1:4010/api/v2',
      );
    return view;
  };
}

function viewOf(body: unknown): ComputeView | null {
  if (typeof body !== 'object' || body === null || !('endpoint' in body)) return null;
  const { current_state: state, last_active: lastActive } = body.endpoint as Readonly<
    Record<string, unknown>
  >;
  if (typeof state !== 'string') return null;
  return { isAwake: state === 'active', lastActive: typeof lastActive === 'string' ? lastActive : null };
}

function apiProblem(found: string, remedy: string): ProblemError {
  return problem({ field: '--api-url' }, found, remedy);
}

function reason(error: unknown): string {
  const { cause, name } = error as { readonly cause?: { readonly code?: string }; readonly name: string };
  return cause?.code ?? name;
}
