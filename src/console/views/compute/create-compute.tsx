import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, SelectField } from '../../parts/form.tsx';
import { SizeInputs, type Sizes, sizeSettings } from '../../parts/size-fields.tsx';
import { useServiceAction, useSession } from '../../state/hooks.ts';
import type { ProjectView } from '../../state/project-view.ts';

export function CreateCompute({ view, close }: { readonly view: ProjectView; readonly close: () => void }) {
  const { api } = useSession();
  const action = useServiceAction();
  const { project, branches, endpoints } = view;
  const hasPrimary = (id: string) =>
    endpoints.some(({ branch_id, type }) => branch_id === id && type === 'read_write');
  const [branchId, setBranchId] = useState(
    (branches.find(({ id }) => !hasPrimary(id)) ?? branches[0])?.id ?? '',
  );
  const [type, setType] = useState(hasPrimary(branchId) ? 'read_only' : 'read_write');
  const [sizes, setSizes] = useState<Sizes>({ minCu: 0.25, maxCu: 2, timeoutSeconds: 0 });
  const create = async () => {
    await api.call('POST', `/projects/${project.id}/endpoints`, {
      endpoint: { branch_id: branchId, type, ...sizeSettings(sizes) },
    });
    close();
  };
  return (
    <Dialog title="Create a compute" close={close}>
      <Form action={action} label="Create compute" submit={() => action.run(create)}>
        <SelectField
          label="Branch"
          value={branchId}
          set={setBranchId}
          choices={branches.map(({ id, name }) => [id, name] as const)}
        />
        <SelectField
          label="Type"
          value={type}
          set={setType}
          choices={[
            ['read_write', 'Primary, read-write'],
            ['read_only', 'Read replica'],
          ]}
          {...(hasPrimary(branchId)
            ? { hint: 'This branch has its primary already; it can have replicas.' }
            : {})}
        />
        <SizeInputs value={sizes} set={setSizes} />
      </Form>
    </Dialog>
  );
}
