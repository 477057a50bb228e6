import { useState } from 'preact/hooks';
import type { Endpoint } from '../../api/shapes.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckField, Form, TextField } from '../../parts/form.tsx';
import { SizeInputs, type Sizes, sizeSettings } from '../../parts/size-fields.tsx';
import { useServiceAction, useSession } from '../../state/hooks.ts';

export function EditCompute({ path, endpoint, close }: EditComputeProps) {
  const { api } = useSession();
  const action = useServiceAction();
  // The state when the dialog opened, so that changes of others do not overwrite the user's input.
  const [before] = useState(endpoint);
  const [sizes, setSizes] = useState<Sizes>({
    minCu: before.autoscaling_limit_min_cu,
    maxCu: before.autoscaling_limit_max_cu,
    timeoutSeconds: before.suspend_timeout_seconds,
  });
  const [name, setName] = useState(before.name ?? '');
  const [pooler, setPooler] = useState(before.pooler_enabled);
  const [disabled, setDisabled] = useState(before.disabled);
  const edited = { ...sizeSettings(sizes), pooler_enabled: pooler, disabled };
  const changes = {
    ...Object.fromEntries(
      Object.entries(edited).filter(([key, value]) => before[key as keyof typeof edited] !== value),
    ),
    ...(name.trim() === '' || name === before.name ? {} : { name: name.trim() }),
  };
  const save = async () => {
    await api.call('PATCH', path, { endpoint: changes });
    close();
  };
  return (
    <Dialog title="Edit compute" close={close}>
      <Form
        action={action}
        label="Save"
        canSubmit={Object.keys(changes).length > 0}
        submit={() => action.run(save)}
      >
        <TextField label="Name" value={name} set={setName} maxLength={64} placeholder={endpoint.id} />
        <SizeInputs value={sizes} set={setSizes} />
        <CheckField label="Connection pooler" value={pooler} set={setPooler} />
        <CheckField label="Disabled: no connection wakes it" value={disabled} set={setDisabled} />
      </Form>
    </Dialog>
  );
}

interface EditComputeProps {
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly close: () => void;
}
