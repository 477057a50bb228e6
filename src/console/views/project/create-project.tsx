import { useState } from 'preact/hooks';
import type { Project, Region } from '../../api/shapes.ts';
import { browser } from '../../browser.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, SelectField, TextField } from '../../parts/form.tsx';
import { SizeInputs, type Sizes, sizeSettings } from '../../parts/size-fields.tsx';
import { useLive, useServiceAction, useSession } from '../../state/hooks.ts';

export function CreateProject({ orgId, close }: { readonly orgId: string; readonly close: () => void }) {
  const { api } = useSession();
  const action = useServiceAction();
  const [name, setName] = useState('');
  const [region, setRegion] = useState('');
  const [sizes, setSizes] = useState<Sizes>({ minCu: 0.25, maxCu: 2, timeoutSeconds: 0 });
  const regions = useLive('regions', () => api.call<{ regions: readonly Region[] }>('GET', '/regions'));
  const known = regions.value?.regions ?? [];
  const chosen = region === '' ? (known.find((one) => one.default)?.region_id ?? '') : region;
  const create = async () => {
    const made = await api.call<{ project: Project }>('POST', '/projects', {
      project: {
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        ...(chosen === '' ? {} : { region_id: chosen }),
        ...(orgId === '' ? {} : { org_id: orgId }),
        default_endpoint_settings: sizeSettings(sizes),
      },
    });
    close();
    browser.goTo(`/projects/${made.project.id}`);
  };
  return (
    <Dialog title="Create a project" close={close}>
      <Form action={action} label="Create project" submit={() => action.run(create)}>
        <TextField
          label="Name"
          value={name}
          set={setName}
          maxLength={256}
          hint="Left empty, the service makes one up."
        />
        <SelectField
          label="Region"
          value={chosen}
          set={setRegion}
          choices={known.map(({ region_id, name: words }) => [region_id, words] as const)}
        />
        <SizeInputs value={sizes} set={setSizes} />
      </Form>
    </Dialog>
  );
}
