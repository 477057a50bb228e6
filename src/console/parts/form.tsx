import { type ComponentChildren, createElement, type TargetedInputEvent } from 'preact';
import { useId } from 'preact/hooks';
import type { Action } from '../state/hooks.ts';
import { ActionFailure } from './failure.tsx';

/** Fields and their button. It does not submit to a page, so that no field gets into the address. */
export function Form({ action, submit, label, canSubmit = true, danger = false, children }: FormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSubmit && !action.isBusy) submit();
      }}
    >
      {children}
      <ActionFailure action={action} />
      <div class="buttons">
        <button type="submit" class={danger ? 'danger' : 'primary'} disabled={!canSubmit || action.isBusy}>
          {label}
        </button>
      </div>
    </form>
  );
}

interface FormProps {
  readonly action: Action;
  readonly submit: () => void;
  readonly label: string;
  readonly canSubmit?: boolean;
  readonly danger?: boolean;
  readonly children?: ComponentChildren;
}

export function TextField({ label, value, set, hint, kind = 'text', ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <label class="field" htmlFor={id}>
      <span>{label}</span>
      {createElement('input', {
        ...rest,
        id,
        type: kind,
        value,
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: false,
        onInput: (event: TargetedInputEvent<HTMLInputElement>) => set(event.currentTarget.value),
      })}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly hint?: string;
  readonly kind?: 'text' | 'password' | 'search' | 'number';
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | 'any';
}

export function SelectField({ label, value, set, choices, hint }: SelectFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {choices.map(([key, words]) => (
          <option key={key} value={key} selected={key === value}>
            {words}
          </option>
        ))}
      </select>
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly choices: readonly (readonly [key: string, words: string])[];
  readonly hint?: string;
}

export function CheckField({ label, value, set }: CheckFieldProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={value} onChange={(event) => set(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly value: boolean;
  readonly set: (value: boolean) => void;
}
