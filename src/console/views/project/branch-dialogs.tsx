import { useState } from 'preact/hooks';
import type { Branch } from '../../api/shapes.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckField, Form, SelectField, TextField } from '../../parts/form.tsx';
import { useServiceAction, useSession } from '../../state/hooks.ts';

export function CreateBranch({ path, branches, close }: CreateBranchProps) {
  const { api } = useSession();
  const action = useServiceAction();
  const [name, setName] = useState('');
  const [parentId, setParentId] = useState(
    (branches.find((branch) => branch.default) ?? branches[0])?.id ?? '',
  );
  const [withCompute, setWithCompute] = useState(true);
  const create = async () => {
    await api.call('POST', path, {
      branch: { ...(name.trim() === '' ? {} : { name: name.trim() }), parent_id: parentId },
      ...(withCompute ? { endpoints: [{ type: 'read_write' }] } : {}),
    });
    close();
  };
  return (
    <Dialog title="Create a branch" close={close}>
      <Form action={action} label="Create branch" submit={() => action.run(create)}>
        <TextField label="Name" value={name} set={setName} hint="Left empty, the service makes one up." />
        <SelectField
          label="From"
          value={parentId}
          set={setParentId}
          choices={branches.map((branch) => [branch.id, branch.name] as const)}
        />
        <CheckField label="With a primary compute" value={withCompute} set={setWithCompute} />
      </Form>
    </Dialog>
  );
}

interface CreateBranchProps {
  readonly path: string;
  readonly branches: readonly Branch[];
  readonly close: () => void;
}

export function RenameBranch({ path, name: before, close }: RenameBranchProps) {
  const { api } = useSession();
  const action = useServiceAction();
  const [name, setName] = useState(before);
  const rename = async () => {
    await api.call('PATCH', path, { branch: { name: name.trim() } });
    close();
  };
  return (
    <Dialog title="Rename branch" close={close}>
      <Form
        action={action}
        label="Rename"
        canSubmit={name.trim() !== '' && name !== before}
        submit={() => action.run(rename)}
      >
        <TextField label="Name" value={name} set={setName} />
      </Form>
    </Dialog>
  );
}

interface RenameBranchProps {
  readonly path: string;
  readonly name: string;
  readonly close: () => void;
}
