import { useState } from 'preact/hooks';
import { useSession } from '../state/hooks.ts';
import { SelectField, TextField } from './form.tsx';
import { spanWords } from './words.ts';

export interface Sizes {
  readonly minCu: number;
  readonly maxCu: number;
  readonly timeoutSeconds: number;
}

/** The sizes under the names of the API. */
export function sizeSettings({ minCu, maxCu, timeoutSeconds }: Sizes) {
  return {
    autoscaling_limit_min_cu: minCu,
    autoscaling_limit_max_cu: maxCu,
    suspend_timeout_seconds: timeoutSeconds,
  };
}

/** Fields for the size or range and for the scale-to-zero timeout. */
export function SizeInputs({ value, set }: { readonly value: Sizes; readonly set: (value: Sizes) => void }) {
  const { sizes } = useSession();
  const { minCu, maxCu } = value;
  const all = [...new Set([...sizes.listedCu, minCu, maxCu])].sort((a, b) => a - b);
  const choices = all.map((cu) => [String(cu), `${cu} CU`] as const);
  const connections = sizes.maxConnections[minCu === maxCu ? `${maxCu}` : `${minCu}-${maxCu}`];
  const kind = minCu === maxCu ? 'A fixed size.' : 'Autoscales within the range.';
  return (
    <div class="field-group">
      <div class="fields">
        <SelectField
          label="Smallest size"
          value={String(minCu)}
          choices={choices}
          set={(text) => set({ ...value, minCu: Number(text), maxCu: Math.max(maxCu, Number(text)) })}
        />
        <SelectField
          label="Largest size"
          value={String(maxCu)}
          choices={choices}
          set={(text) => set({ ...value, maxCu: Number(text), minCu: Math.min(minCu, Number(text)) })}
        />
      </div>
      <small>
        {kind} Ranges end at {sizes.autoscalingHighestCu} CU.
        {connections !== undefined && ` Up to ${connections} connections.`}
      </small>
      <TimeoutField
        seconds={value.timeoutSeconds}
        set={(timeoutSeconds) => set({ ...value, timeoutSeconds })}
      />
    </div>
  );
}

const PRESET_SECONDS = [60, 300, 900, 3600, 86_400, 604_800];

function TimeoutField({
  seconds,
  set,
}: {
  readonly seconds: number;
  readonly set: (seconds: number) => void;
}) {
  const isPreset = seconds <= 0 || PRESET_SECONDS.includes(seconds);
  const [isFree, setFree] = useState(!isPreset);
  return (
    <div class="fields">
      <SelectField
        label="Sleeps after inactivity of"
        value={isFree ? 'free' : String(seconds)}
        choices={[
          ['0', 'default (5 min)'],
          ...PRESET_SECONDS.map((preset) => [String(preset), spanWords(preset * 1000)] as const),
          ['-1', 'never: always on'],
          ['free', 'another time'],
        ]}
        set={(text) => {
          setFree(text === 'free');
          if (text !== 'free') set(Number(text));
        }}
      />
      {isFree && (
        <TextField
          label="Seconds"
          kind="number"
          min={-1}
          max={604_800}
          step={1}
          value={String(seconds)}
          set={(text) => set(Number(text))}
        />
      )}
    </div>
  );
}
