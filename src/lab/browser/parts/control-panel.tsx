import type { ComponentChildren } from 'preact';
import type { Control } from '../../controls/controls.ts';
import type { LabState } from '../../controls/lab-state.ts';
import { ControlField } from './control-field.tsx';

interface ControlPanelProps {
  readonly controls: readonly Control[];
  readonly state: LabState;
  /** The fields whose values were refused. */
  readonly refused: readonly string[];
  readonly onChange: (state: LabState) => void;
  readonly children: ComponentChildren;
}

/** All controls of a scenario, by groups. */
export function ControlPanel({ controls, state, refused, onChange, children }: ControlPanelProps) {
  const { file, values, pinned } = state;
  const set = (control: Control, value: string) => {
    const { [control.id]: _, ...others } = values;
    onChange({ ...state, values: value === control.value ? others : { ...others, [control.id]: value } });
  };
  const isRefused = (control: Control) =>
    control.changes('').some((change) => {
      const [field = ''] = change.split('=');
      return refused.some(
        (name) => name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`),
      );
    });
  return (
    <form class="controls" aria-label="Configuration" onSubmit={(event) => event.preventDefault()}>
      {children}
      {[...new Set(controls.map(({ group }) => group))].map((group) => (
        <fieldset key={group}>
          <legend>{group}</legend>
          {controls
            .filter((control) => control.group === group)
            .map((control) => (
              <ControlField
                key={`${file} ${control.id}`}
                control={control}
                value={values[control.id] ?? control.value}
                pinned={pinned && (pinned[control.id] ?? control.value)}
                isRefused={isRefused(control)}
                onChange={(value) => set(control, value)}
              />
            ))}
        </fieldset>
      ))}
      <div class="buttons">
        <button
          type="button"
          disabled={Object.keys(values).length === 0}
          onClick={() => onChange({ ...state, values: {} })}
        >
          Reset
        </button>
      </div>
    </form>
  );
}
