import { PLAN_NAMES, type PlanName } from '../facts/index.ts';
import { problem } from '../problem/index.ts';
import { organizationAnswer, organizationsAnswer, projectsAnswer, userAnswer } from './api-answers.ts';
import { ApiRefusal, type ManagementApi } from './management-api.ts';

export interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly region: string | null;
  readonly organizationId: string | null;
  /** The plan that its owner has bought. Null if the API does not say it. */
  readonly plan: PlanName | null;
}

/** A part of the account that the API refused to list, and why. */
export interface Unlisted {
  /** The name for the user, such as `project shop`. */
  readonly name: string;
  readonly why: string;
}

interface ListedProjects {
  readonly projects: readonly ListedProject[];
  readonly unlisted: readonly Unlisted[];
}

/**
 * Lists the projects that the key may see.
 *
 * @param org the only organization to ask for. Null asks for the projects of the account and of its organizations.
 */
export async function listedProjects(api: ManagementApi, org: string | null): Promise<ListedProjects> {
  const found = new Map<string, Omit<ListedProject, 'plan'>>();
  const unlisted: Unlisted[] = [];
  const list = async (organizationId: string | null) => {
    const query = { limit: '400', ...(organizationId === null ? {} : { org_id: organizationId }) };
    for await (const answer of api.pages('projects', query, projectsAnswer)) {
      for (const id of answer.unavailable_project_ids ?? [])
        unlisted.push({ name: `project ${id}`, why: 'the API did not find its details in time' });
      for (const { id, name, region_id: region = null, org_id = null } of answer.projects)
        if (!found.has(id)) found.set(id, { id, name, region, organizationId: organizationId ?? org_id });
    }
  };
  if (org !== null) {
    await list(org).catch(orProblem('--org', 'name an organization that the key may see'));
  } else {
    const { organizations } = await unlessRefused(api.ask('users/me/organizations', organizationsAnswer), {
      organizations: [],
    });
    for (const { id } of organizations) {
      const refusal = await refusalOf(list(id));
      if (refusal !== null) unlisted.push({ name: `organization ${id}`, why: refusal.message });
    }
    if (organizations.length > 0) {
      const refusal = await refusalOf(list(null));
      // The API may refuse to list projects outside of organizations, and then there are none.
      if (refusal !== null && refusal.status >= 500)
        unlisted.push({ name: 'the list of projects outside of organizations', why: refusal.message });
    } else
      await list(null).catch(
        orProblem('--api-url', 'check its path, such as /api/v2, or name an organization with --org'),
      );
  }
  const planOf = await plansOf(api, [...found.values()]);
  const projects = [...found.values()].map((one) => ({ ...one, plan: planOf(one.organizationId) }));
  return { projects, unlisted };
}

/** Asks for the plan of each owner: of organizations, and of the user if a project has no organization. */
async function plansOf(api: ManagementApi, projects: readonly Omit<ListedProject, 'plan'>[]) {
  const plans = new Map<string | null, PlanName | null>();
  for (const id of new Set(projects.map(({ organizationId }) => organizationId))) {
    const owner =
      id === null
        ? api.ask('users/me', userAnswer)
        : api.ask(`organizations/${encodeURIComponent(id)}`, organizationAnswer);
    plans.set(id, planNamed((await unlessRefused(owner, { id: '', plan: null })).plan));
  }
  return (organizationId: string | null) => plans.get(organizationId) ?? null;
}

/** The API writes some plans with a version, such as `scale_v3`. */
function planNamed(text: string | null | undefined): PlanName | null {
  return PLAN_NAMES.find((name) => text === name || text?.startsWith(`${name}_`)) ?? null;
}

async function unlessRefused<Answer>(asked: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  return asked.catch((error: unknown) => {
    if (error instanceof ApiRefusal) return otherwise;
    throw error;
  });
}

/** The refusal that a request ends with. Null if it succeeds. */
async function refusalOf(asked: Promise<void>): Promise<ApiRefusal | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    if (error instanceof ApiRefusal) return error;
    throw error;
  }
}

function orProblem(field: string, remedy: string) {
  return (error: unknown): never => {
    if (error instanceof ApiRefusal)
      throw problem({ field }, `it refuses to list projects: ${error.message}`, remedy);
    throw error;
  };
}
