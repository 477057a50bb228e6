import { useEffect, useState } from 'preact/hooks';
import type { ProjectList as Page, Project } from '../../api/shapes.ts';
import { browser } from '../../browser.ts';
import { SelectField, TextField } from '../../parts/form.tsx';
import { Empty, Shown } from '../../parts/live.tsx';
import { Ago } from '../../parts/time.tsx';
import { useLive, useSession } from '../../state/hooks.ts';
import { loadOrganizations } from '../../state/session.ts';
import { CreateProject } from './create-project.tsx';
import { DeleteProject } from './delete-project.tsx';

const ON_A_PAGE = 10;
const TYPED_AFTER_MS = 250;

export function ProjectsPage() {
  const session = useSession();
  const [isCreating, setCreating] = useState(false);
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [orgId, setOrgId] = useState('');
  const organizations = useLive('organizations', () => loadOrganizations(session));
  useEffect(() => browser.after(TYPED_AFTER_MS, () => setSearch(text.trim())), [text]);
  const own = session.account.kind === 'person' ? [['', 'My own'] as const] : [];
  const owners = [...own, ...(organizations.value ?? []).map(({ id, name }) => [id, name] as const)];
  return (
    <div>
      <header class="page-head">
        <h1>Projects</h1>
        <button type="button" class="primary" onClick={() => setCreating(true)}>
          Create project
        </button>
      </header>
      <div class="fields filter">
        <TextField label="Search" kind="search" value={text} set={setText} placeholder="Name or id" />
        {owners.length > 1 && <SelectField label="Whose" value={orgId} set={setOrgId} choices={owners} />}
      </div>
      <ProjectList key={`${search}/${orgId}`} search={search} orgId={orgId} />
      {isCreating && <CreateProject orgId={orgId} close={() => setCreating(false)} />}
    </div>
  );
}

function ProjectList({ search, orgId }: { readonly search: string; readonly orgId: string }) {
  const { api } = useSession();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [deleted, setDeleted] = useState<Project | null>(null);
  const cursor = cursors.at(-1);
  const query = new URLSearchParams({
    limit: String(ON_A_PAGE),
    ...(search === '' ? {} : { search }),
    ...(orgId === '' ? {} : { org_id: orgId }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const page = useLive(`projects?${query}`, () => api.call<Page>('GET', `/projects?${query}`));
  const next = page.value?.pagination?.cursor;
  const mayHaveMore = page.value?.projects.length === ON_A_PAGE && next !== undefined;
  return (
    <section class="panel" aria-label="Projects">
      <Shown live={page}>
        {({ projects }) =>
          projects.length === 0 ? (
            <Empty title={nothingWords(search, cursors.length)}>
              {search === '' && cursors.length === 0
                ? 'Create one: it comes with a branch, a database and a compute that starts at once.'
                : 'Go back, or search for something else.'}
            </Empty>
          ) : (
            <ProjectTable projects={projects} remove={setDeleted} />
          )
        }
      </Shown>
      {(cursors.length > 0 || mayHaveMore) && (
        <nav class="buttons pager" aria-label="Pages of projects">
          <button
            type="button"
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            Previous
          </button>
          <span class="muted">Page {cursors.length + 1}</span>
          <button
            type="button"
            disabled={!mayHaveMore}
            onClick={() => next !== undefined && setCursors([...cursors, next])}
          >
            Next
          </button>
        </nav>
      )}
      {deleted !== null && <DeleteProject project={deleted} close={() => setDeleted(null)} />}
    </section>
  );
}

function ProjectTable({ projects, remove }: ProjectTableProps) {
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Region</th>
            <th>Created</th>
            <th>Last active</th>
            <th>This month</th>
            <th>
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <tr key={project.id}>
              <td data-label="Name">
                <a href={`#/projects/${project.id}`}>
                  <strong>{project.name}</strong>
                </a>
                <br />
                <code class="muted">{project.id}</code>
              </td>
              <td data-label="Region">{project.region_id}</td>
              <td data-label="Created">
                <Ago at={project.created_at} />
              </td>
              <td data-label="Last active">
                <Ago at={project.compute_last_active_at} />
              </td>
              <td data-label="This month">{(project.cpu_used_sec / 3600).toFixed(2)} CU-hours</td>
              <td class="end">
                <button
                  type="button"
                  class="danger-quiet"
                  aria-label={`Delete ${project.name}`}
                  onClick={() => remove(project)}
                >
                  Delete
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ProjectTableProps {
  readonly projects: readonly Project[];
  readonly remove: (project: Project) => void;
}

function nothingWords(search: string, pagesBefore: number): string {
  if (pagesBefore > 0) return 'There are no more projects';
  return search === '' ? 'No projects yet' : `No project matches “${search}”`;
}
