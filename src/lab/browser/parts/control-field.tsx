import { useId, useState } from 'preact/hooks';
import type { Control } from '../../controls/controls.ts';
import { nearestStop } from '../../controls/slider-position.ts';

interface ControlFieldProps {
  readonly control: Control;
  readonly value: string;
  readonly pinned: string | null;
  readonly isRefused: boolean;
  readonly onChange: (value: string) => void;
}

/** A slider with a text field. The slider has the usual values, and the field takes any. */
export function ControlField({ control, value, pinned, isRefused, onChange }: ControlFieldProps) {
  const id = useId();
  const { label, stops, isChoice } = control;
  const isChanged = value !== control.value;
  const beside = pinned === null || pinned === value ? null : <span class="was">A: {pinned}</span>;
  if (isChoice)
    return (
      <div class={isChanged ? 'control changed' : 'control'}>
        <label for={id}>
          {label} {beside}
        </label>
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {stops.map((stop) => (
            <option key={stop} value={stop}>
              {CHOICES[stop] ?? stop}
            </option>
          ))}
        </select>
      </div>
    );
  return (
    <div class={isChanged ? 'control changed' : 'control'}>
      <label for={id}>
        {label} {beside}
      </label>
      <input
        type="range"
        aria-label={`${label}, usual values`}
        aria-valuetext={value}
        min={0}
        max={stops.length - 1}
        step={1}
        value={nearestStop(stops, value) ?? 0}
        class={nearestStop(stops, value) === null ? 'aside' : ''}
        onInput={(event) => onChange(stops[event.currentTarget.valueAsNumber] as string)}
      />
      <TextField id={id} value={value} isRefused={isRefused} onChange={onChange} />
    </div>
  );
}

const CHOICES: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

interface TextFieldProps {
  readonly id: string;
  readonly value: string;
  readonly isRefused: boolean;
  readonly onChange: (value: string) => void;
}

/** Takes a text when the person leaves the field or presses Enter, because half a value is often a wrong one. */
function TextField({ id, value, isRefused, onChange }: TextFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const take = () => {
    const text = draft?.trim();
    setDraft(null);
    if (text !== undefined && text !== '' && text !== value) onChange(text);
  };
  return (
    <input
      id={id}
      type="text"
      autocomplete="off"
      spellcheck={false}
      aria-invalid={isRefused}
      value={draft ?? value}
      onInput={(event) => setDraft(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
