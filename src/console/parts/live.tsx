import type { ComponentChildren } from 'preact';
import type { Live } from '../state/hooks.ts';
import { Failure } from './failure.tsx';

/** What is shown of something live: its failure, that it comes, or itself. */
export function Shown<Value>({ live, children }: ShownProps<Value>) {
  const { value, failure, reload } = live;
  return (
    <div>
      {failure !== null && <Failure failure={failure} retry={reload} />}
      {value === undefined && failure === null && <p class="muted">Loading…</p>}
      {value !== undefined && children(value)}
    </div>
  );
}

interface ShownProps<Value> {
  readonly live: Live<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Nothing is here yet, and what to do about it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  );
}
