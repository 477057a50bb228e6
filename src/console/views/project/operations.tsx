import type { Operation } from '../../api/shapes.ts';
import { Empty } from '../../parts/live.tsx';
import { Ago } from '../../parts/time.tsx';
import { plainWords, spanWords } from '../../parts/words.ts';

/** Lists the newest operations with their status. */
export function Operations({ operations }: { readonly operations: readonly Operation[] }) {
  return (
    <section class="panel" aria-label="Operations">
      <h2>Operations</h2>
      {operations.length === 0 ? (
        <Empty title="No operations yet">
          Whatever starts, suspends or changes a compute is listed here.
        </Empty>
      ) : (
        <div class="table scroll">
          <table>
            <thead>
              <tr>
                <th>Action</th>
                <th>Status</th>
                <th>Compute</th>
                <th>Created</th>
                <th>Took</th>
              </tr>
            </thead>
            <tbody>
              {operations.map((operation) => (
                <tr key={operation.id}>
                  <td data-label="Action">{plainWords(operation.action)}</td>
                  <td data-label="Status">
                    <span class={`status status-${operation.status}`}>{operation.status}</span>
                    {operation.failures_count > 0 && ` after ${operation.failures_count} failed`}
                    {operation.error !== undefined && <span class="error-text"> {operation.error}</span>}
                  </td>
                  <td data-label="Compute">
                    <code>{operation.endpoint_id ?? '–'}</code>
                  </td>
                  <td data-label="Created">
                    <Ago at={operation.created_at} />
                  </td>
                  <td data-label="Took">{tookWords(operation)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function tookWords({ status, total_duration_ms }: Operation): string {
  return status === 'running' || status === 'scheduling' ? '–' : spanWords(total_duration_ms);
}
