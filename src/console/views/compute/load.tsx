import { useState } from 'preact/hooks';
import type { Client } from '../../api/client.ts';
import type { ComputeDetails } from '../../api/shapes.ts';
import { Form, TextField } from '../../parts/form.tsx';
import { useServiceAction } from '../../state/hooks.ts';

const GIB = 1024 ** 3;

export function ComputeLoadView({ control, path, details }: LoadProps) {
  const action = useServiceAction();
  const [vcpu, setVcpu] = useState('1');
  const [connections, setConnections] = useState('10');
  const [memoryGib, setMemoryGib] = useState('0');
  const [workingSetGib, setWorkingSetGib] = useState('0');
  const [pagesPerQuery, setPagesPerQuery] = useState('0');
  const put = async () => {
    await control.call('PUT', `${path}/load`, {
      vcpu: Number(vcpu),
      connections: Number(connections),
      memory_bytes: Math.round(Number(memoryGib) * GIB),
      pages_per_query: Number(pagesPerQuery),
      working_set_bytes: Math.round(Number(workingSetGib) * GIB),
    });
  };
  return (
    <section aria-label="Put load on it">
      <h4>Put load on it</h4>
      <Form action={action} label="Put load on" submit={() => action.run(put)}>
        <div class="fields">
          <TextField
            label="vCPU of work"
            kind="number"
            min={0}
            max={1000}
            step="any"
            value={vcpu}
            set={setVcpu}
          />
          <TextField
            label="Connections"
            kind="number"
            min={0}
            max={10_000}
            value={connections}
            set={setConnections}
          />
          <TextField
            label="Memory, GiB"
            kind="number"
            min={0}
            step="any"
            value={memoryGib}
            set={setMemoryGib}
          />
          <TextField
            label="Working set, GiB"
            kind="number"
            min={0}
            step="any"
            value={workingSetGib}
            set={setWorkingSetGib}
          />
          <TextField
            label="Pages a query"
            kind="number"
            min={0}
            step="any"
            value={pagesPerQuery}
            set={setPagesPerQuery}
          />
        </div>
      </Form>
      {(details.load.vcpu > 0 || details.load.connections > 0) && (
        <button
          type="button"
          class="take-off"
          disabled={action.isBusy}
          onClick={() =>
            action.run(async () => {
              await control.call('PUT', `${path}/load`, {});
            })
          }
        >
          Take the load off
        </button>
      )}
    </section>
  );
}

interface LoadProps {
  readonly control: Client;
  readonly path: string;
  readonly details: ComputeDetails;
}
