import type { GridData, Words } from '../../grid/grid-data.ts';
import type { Chosen } from './rows.ts';

interface FiltersProps {
  readonly data: GridData;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

/** A field for names, and a list for each other thing to filter by that not all databases have in common. */
export function Filters({ data, chosen, onChoose }: FiltersProps) {
  const { texts, tags, severities, reasons } = data;
  const codes = new Set(texts.reasonCodes.values.flatMap((text) => text.split(' ')));
  const choose = (change: Partial<Chosen>) => onChoose({ ...chosen, ...change });
  return (
    <form class="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        Name
        <input
          type="search"
          value={chosen.text}
          onInput={({ currentTarget }) => choose({ text: currentTarget.value })}
        />
      </label>
      <Choice
        label="Severity"
        values={severities.filter((value) => texts.severity.values.includes(value))}
        value={chosen.severity}
        onChoose={(severity) => choose({ severity })}
      />
      <Choice
        label="Reason"
        values={Object.keys(reasons).filter((code) => codes.has(code))}
        value={chosen.reason}
        onChoose={(reason) => choose({ reason })}
      />
      <Choice
        label="Project"
        values={valuesOf(texts.project)}
        value={chosen.project}
        onChoose={(project) => choose({ project })}
      />
      {tags.map(({ name, words }) => (
        <Choice
          key={name}
          label={name}
          values={valuesOf(words)}
          value={chosen.tags[name] ?? ''}
          onChoose={(value) => choose({ tags: { ...chosen.tags, [name]: value } })}
        />
      ))}
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

function Choice({ label, values, value, onChoose }: ChoiceProps) {
  if (values.length < 2) return null;
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">all</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

function valuesOf({ values }: Words): string[] {
  return values.filter((value) => value !== '').sort();
}
