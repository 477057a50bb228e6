import type { ApiFailure } from '../api/failure.ts';
import type { Action } from '../state/hooks.ts';

const BUSY = 423;
const UNKNOWN_KEY = 401;

/** Shows an error of the API, and what the user can do about it. */
export function Failure({ failure, retry, dismiss }: FailureProps) {
  const { status, code, message, requestId } = failure;
  return (
    <div class={status === BUSY ? 'failure failure-busy' : 'failure'} role="alert">
      <div class="failure-text">
        <strong>{status === BUSY ? 'It is being changed already. Try again in a moment.' : message}</strong>
        {status === BUSY && <p>{message}</p>}
        {status === UNKNOWN_KEY && <p>Sign in with one that is valid.</p>}
        <p class="failure-facts">
          {status > 0 && <span>status {status}</span>}
          {code !== '' && <code>{code}</code>}
          {requestId !== '' && (
            <span>
              request <code>{requestId}</code>
            </span>
          )}
        </p>
      </div>
      <div class="buttons">
        {retry !== undefined && (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
        {dismiss !== undefined && (
          <button type="button" class="quiet" onClick={dismiss}>
            Dismiss
          </button>
        )}
      </div>
    </div>
  );
}

interface FailureProps {
  readonly failure: ApiFailure;
  readonly retry?: () => void;
  readonly dismiss?: () => void;
}

export function ActionFailure({ action }: { readonly action: Action }) {
  const { failure, retry, dismiss } = action;
  if (failure === null) return null;
  return <Failure failure={failure} {...(failure.mayPass ? { retry } : {})} dismiss={dismiss} />;
}
