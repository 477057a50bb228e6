import { useState } from 'preact/hooks';
import { Empty } from '../../parts/live.tsx';
import type { ProjectView } from '../../state/project-view.ts';
import { ComputeCard } from './compute-card.tsx';
import { CreateCompute } from './create-compute.tsx';

export function Computes({ view }: { readonly view: ProjectView }) {
  const [isCreating, setCreating] = useState(false);
  const { endpoints, branches, details, project } = view;
  const branchName = (id: string) => branches.find((branch) => branch.id === id)?.name ?? id;
  return (
    <section aria-label="Computes">
      <header class="panel-head">
        <h2>Computes</h2>
        <button type="button" onClick={() => setCreating(true)}>
          Create compute
        </button>
      </header>
      {endpoints.length === 0 && (
        <div class="panel">
          <Empty title="No computes">Without one nobody can connect. Create one on a branch.</Empty>
        </div>
      )}
      <div class="cards">
        {endpoints.map((endpoint) => (
          <ComputeCard
            key={endpoint.id}
            projectId={project.id}
            endpoint={endpoint}
            branchName={branchName(endpoint.branch_id)}
            details={details.get(endpoint.id) ?? null}
          />
        ))}
      </div>
      {isCreating && <CreateCompute view={view} close={() => setCreating(false)} />}
    </section>
  );
}
