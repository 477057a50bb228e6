import type { Client } from '../../api/client.ts';
import type { ComputeDetails, ComputeSession } from '../../api/shapes.ts';
import { ActionFailure } from '../../parts/failure.tsx';
import { Ago } from '../../parts/time.tsx';
import { spanWords } from '../../parts/words.ts';
import { useServiceAction, useSession } from '../../state/hooks.ts';

const SHOWN = 20;
const MINUTE_MS = 60_000;
const DOING = { idle: 'idle', waiting: 'in a transaction', running: 'runs a query' } as const;

/** Lists the connected clients and what they do. */
export function SessionTable({ control, path, details }: SessionTableProps) {
  const { clock } = useSession();
  const action = useServiceAction();
  const { sessions, waiting } = details;
  if (sessions.length === 0 && waiting === 0) return null;
  const act = (method: 'POST' | 'DELETE', end: string, body?: object) => () =>
    action.run(async () => {
      await control.call(method, `${path}/connections${end}`, body);
    });
  const doingWords = ({ doing, busy_until }: ComputeSession) =>
    busy_until === null
      ? DOING[doing]
      : `busy for ${spanWords(Math.max(0, Date.parse(busy_until) - clock.nowMs))} more`;
  return (
    <section aria-label="Connected clients">
      <header class="panel-head">
        <h4>Connected clients</h4>
        <button type="button" disabled={action.isBusy} onClick={act('DELETE', '')}>
          Disconnect all
        </button>
      </header>
      <ActionFailure action={action} />
      {waiting > 0 && <p class="muted">{waiting} wait until the compute is awake.</p>}
      {sessions.length > 0 && (
        <div class="table">
          <table>
            <thead>
              <tr>
                <th>Client</th>
                <th>Since</th>
                <th>Now</th>
                <th>
                  <span class="hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.slice(0, SHOWN).map((session) => (
                <tr key={session.id}>
                  <td data-label="Client">
                    <code>{session.id}</code> {session.pooled && <span class="tag">pooled</span>}
                  </td>
                  <td data-label="Since">
                    <Ago at={session.opened_at} />
                  </td>
                  <td data-label="Now">{doingWords(session)}</td>
                  <td class="end">
                    <div class="buttons">
                      {!session.outside && (
                        <button
                          type="button"
                          disabled={action.isBusy}
                          aria-label={`Let ${session.id} run a query of a minute`}
                          onClick={act('POST', `/${session.id}/query`, { busy_ms: MINUTE_MS })}
                        >
                          Query 1 min
                        </button>
                      )}
                      <button
                        type="button"
                        disabled={action.isBusy}
                        aria-label={`Disconnect ${session.id}`}
                        onClick={act('DELETE', `/${session.id}`)}
                      >
                        Disconnect
                      </button>
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {sessions.length > SHOWN && <p class="muted">and {sessions.length - SHOWN} more</p>}
    </section>
  );
}

interface SessionTableProps {
  readonly control: Client;
  readonly path: string;
  readonly details: ComputeDetails;
}
