import type { Project } from '../../api/shapes.ts';
import { browser } from '../../browser.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useSession } from '../../state/hooks.ts';

export function DeleteProject({ project, close }: DeleteProjectProps) {
  const { api } = useSession();
  const act = async () => {
    await api.call('DELETE', `/projects/${project.id}`);
    browser.goTo('/projects');
  };
  return (
    <Confirm title="Delete this project?" label="Delete project" typed={project.name} act={act} close={close}>
      <p>
        <strong>{project.name}</strong> goes for good, with all its branches, databases and computes.
      </p>
    </Confirm>
  );
}

interface DeleteProjectProps {
  readonly project: Project;
  readonly close: () => void;
}
