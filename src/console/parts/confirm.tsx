import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useServiceAction } from '../state/hooks.ts';
import { Dialog } from './dialog.tsx';
import { Form, TextField } from './form.tsx';

/** Asks for confirmation of something that cannot be undone. With `typed`, the user has to type that text first. */
export function Confirm({ title, label, typed, act, close, children }: ConfirmProps) {
  const action = useServiceAction();
  const [text, setText] = useState('');
  return (
    <Dialog title={title} close={close}>
      <Form
        action={action}
        label={label}
        danger
        canSubmit={typed === undefined || text === typed}
        submit={() => action.run(() => act().then(close))}
      >
        <div class="prose">{children}</div>
        {typed !== undefined && <TextField label={`Type ${typed} to confirm`} value={text} set={setText} />}
      </Form>
    </Dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly label: string;
  readonly typed?: string;
  readonly act: () => Promise<void>;
  readonly close: () => void;
  readonly children: ComponentChildren;
}
