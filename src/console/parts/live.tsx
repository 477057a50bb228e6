import type { ComponentChildren } from 'preact';
import type { Live } from '../state/hooks.ts';
import { Failure } from './failure.tsx';

/** Shows a live value, or that it is loading, or its failure. */
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

/** Says that a list is empty, and what to do about it. */
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
