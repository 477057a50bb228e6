import { useState } from 'preact/hooks';
import type { Client } from '../../api/client.ts';
import type { ComputeDetails, ConnectOutcome } from '../../api/shapes.ts';
import { CheckField, Form, SelectField, TextField } from '../../parts/form.tsx';
import { useServiceAction } from '../../state/hooks.ts';
import { ComputeLoadView } from './load.tsx';
import { SessionTable } from './session-table.tsx';

/** Connects clients and puts load on a compute, so that the user can watch it wake, grow and fall asleep. */
export function ComputeClients({ control, details }: ClientsProps) {
  const path = `/computes/${details.id}`;
  return (
    <details class="more">
      <summary>
        ComputeClients and load{' '}
        <span class="muted">
          {details.connections} connected, {details.busy} busy
          {details.load.vcpu > 0 && `, load of ${Number(details.load.vcpu.toFixed(2))} vCPU`}
        </span>
      </summary>
      <div class="halves">
        <Connect control={control} path={path} />
        <ComputeLoadView control={control} path={path} details={details} />
      </div>
      <SessionTable control={control} path={path} details={details} />
    </details>
  );
}

interface ClientsProps {
  readonly control: Client;
  readonly details: ComputeDetails;
}

function Connect({ control, path }: { readonly control: Client; readonly path: string }) {
  const action = useServiceAction();
  const [count, setCount] = useState('1');
  const [isPooled, setPooled] = useState(false);
  const [busyMs, setBusyMs] = useState('0');
  const [outcome, setOutcome] = useState('');
  const connect = async () => {
    setOutcome('');
    const { connections } = await control.call<{ connections: readonly ConnectOutcome[] }>(
      'POST',
      `${path}/connections`,
      { count: Number(count), pooled: isPooled, busy_ms: Number(busyMs) },
    );
    setOutcome(outcomeWords(connections));
  };
  return (
    <section aria-label="Connect clients">
      <h4>Connect clients</h4>
      <Form action={action} label="Connect" submit={() => action.run(connect)}>
        <div class="fields">
          <TextField label="How many" kind="number" min={1} max={20_000} value={count} set={setCount} />
          <SelectField
            label="Their first query runs"
            value={busyMs}
            set={setBusyMs}
            choices={[
              ['0', 'not at all: idle'],
              ['60000', '1 min'],
              ['600000', '10 min'],
              ['3600000', '1 h'],
            ]}
          />
        </div>
        <CheckField label="Through the pooler" value={isPooled} set={setPooled} />
      </Form>
      <p role="status" class="outcome">
        {outcome}
      </p>
    </section>
  );
}

function outcomeWords(outcomes: readonly ConnectOutcome[]): string {
  const count = (state: ConnectOutcome['state']) => outcomes.filter((one) => one.state === state).length;
  const refusal = outcomes.find((one) => one.state === 'refused');
  return [
    count('connected') > 0 ? `${count('connected')} connected.` : '',
    count('waiting') > 0 ? `${count('waiting')} waiting for the compute to wake.` : '',
    count('dropped') > 0 ? `${count('dropped')} cut off at once: memory has run out.` : '',
    refusal?.state === 'refused'
      ? `${count('refused')} refused: ${refusal.message} (SQLSTATE ${refusal.sqlstate}).`
      : '',
  ]
    .filter((words) => words !== '')
    .join(' ');
}
