import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ComputeDetails, Endpoint } from '../../api/shapes.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { ActionFailure } from '../../parts/failure.tsx';
import { Ago } from '../../parts/time.tsx';
import { sizeWords, timeoutWords } from '../../parts/words.ts';
import { useServiceAction, useSession } from '../../state/hooks.ts';
import { isRunning, PHASE_WORDS, phaseOf } from '../../state/phase.ts';
import { ComputeClients } from './clients.tsx';
import { EditCompute } from './edit-compute.tsx';
import { ComputeTimeline } from './timeline.tsx';

interface ComputeProps {
  readonly projectId: string;
  readonly endpoint: Endpoint;
  readonly branchName: string;
  /** Null without a control token, or if the compute has only just been made. */
  readonly details: ComputeDetails | null;
}

export function ComputeCard({ projectId, endpoint, branchName, details }: ComputeProps) {
  const { control, sizes } = useSession();
  const { id, autoscaling_limit_min_cu: minCu, autoscaling_limit_max_cu: maxCu } = endpoint;
  const title = endpoint.name ?? id;
  const runs = isRunning(phaseOf(endpoint.current_state, endpoint.pending_state));
  const setting = minCu === maxCu ? `${maxCu}` : `${minCu}-${maxCu}`;
  return (
    <article class="panel compute" aria-label={`Compute ${title}`}>
      <header class="panel-head">
        <div>
          <h3 class="line">
            {title} <Status endpoint={endpoint} />
          </h3>
          <p class="muted">
            {endpoint.type === 'read_write' ? 'Primary, read-write' : 'Read replica'} on{' '}
            <strong>{branchName}</strong>
            {endpoint.name !== undefined && <code> {id}</code>}
          </p>
        </div>
      </header>
      <dl class="facts">
        <Fact name="Size">
          {sizeWords(minCu, maxCu)}
          {runs && minCu !== maxCu && details !== null && (
            <>
              , <strong>now {details.size_cu} CU</strong>
            </>
          )}
        </Fact>
        <Fact name="Sleeps after">{timeoutWords(endpoint.suspend_timeout_seconds)}</Fact>
        <Fact name="Last active">
          <Ago at={endpoint.last_active} />
        </Fact>
        <Fact name="Connections">
          {details !== null && `${details.connections} of `}
          {details?.max_connections ?? sizes.maxConnections[setting] ?? '?'} at most
          {details !== null && details.waiting > 0 && <strong>, {details.waiting} waiting</strong>}
        </Fact>
        <Fact name="Pooler">{endpoint.pooler_enabled ? 'on' : 'off'}</Fact>
      </dl>
      <Commands projectId={projectId} endpoint={endpoint} title={title} />
      <ComputeTimeline computeId={id} minCu={minCu} maxCu={maxCu} />
      {control !== null && details !== null && <ComputeClients control={control} details={details} />}
    </article>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Commands({ projectId, endpoint, title }: CommandsProps) {
  const { api } = useSession();
  const action = useServiceAction();
  const [opened, setOpened] = useState<'edit' | 'delete' | null>(null);
  const path = `/projects/${projectId}/endpoints/${endpoint.id}`;
  const command = (name: 'start' | 'suspend' | 'restart') => () =>
    action.run(async () => {
      await api.call('POST', `${path}/${name}`);
    });
  const isActive = endpoint.current_state === 'active';
  return (
    <div>
      <fieldset class="buttons bare" aria-label={`Commands for ${title}`}>
        <button type="button" disabled={action.isBusy || isActive} onClick={command('start')}>
          Start
        </button>
        <button type="button" disabled={action.isBusy || !isActive} onClick={command('suspend')}>
          Suspend
        </button>
        <button type="button" disabled={action.isBusy || !isActive} onClick={command('restart')}>
          Restart
        </button>
        <button type="button" onClick={() => setOpened('edit')}>
          Edit
        </button>
        <button type="button" class="danger-quiet" onClick={() => setOpened('delete')}>
          Delete
        </button>
      </fieldset>
      <ActionFailure action={action} />
      {opened === 'edit' && <EditCompute path={path} endpoint={endpoint} close={() => setOpened(null)} />}
      {opened === 'delete' && (
        <Confirm
          title={`Delete compute ${title}?`}
          label="Delete compute"
          act={() => api.call('DELETE', path)}
          close={() => setOpened(null)}
        >
          <p>Its connections end. The data stays on the branch, and another compute can be made there.</p>
        </Confirm>
      )}
    </div>
  );
}

interface CommandsProps {
  readonly projectId: string;
  readonly endpoint: Endpoint;
  readonly title: string;
}

function Status({ endpoint }: { readonly endpoint: Endpoint }) {
  const { current_state, pending_state, disabled } = endpoint;
  const phase = phaseOf(current_state, pending_state);
  const isPending = pending_state !== undefined;
  const states = `current_state ${current_state}${isPending ? `, pending_state ${pending_state}` : ''}`;
  return (
    <span class="line">
      <span class={`pill pill-${phase}`} title={states}>
        {PHASE_WORDS[phase]}
        {isPending && '…'}
      </span>
      {disabled && <span class="pill pill-disabled">Disabled</span>}
    </span>
  );
}
