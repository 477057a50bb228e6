import type { Values } from './controls.ts';

/** Everything that a person has chosen. The address of the page has it, so a link shows the same. */
export interface LabState {
  /** The name of the file. */
  readonly file: string;
  readonly values: Values;
  /** The values of the pinned run. Null if none is pinned. */
  readonly pinned: Values | null;
  /** The chapter that is open. Null if none is, or if it is that of the file. */
  readonly chapter: string | null;
}

/** Writes a state as the fragment of an address. */
export function fragmentOf({ file, values, pinned, chapter }: LabState): string {
  const parts = new URLSearchParams({ file });
  if (chapter !== null) parts.append('chapter', chapter);
  for (const [id, value] of Object.entries(values)) parts.append(id, value);
  if (pinned !== null) parts.append('pin', JSON.stringify(pinned));
  return parts.toString();
}

/** Reads the fragment of an address. Null if it names no file. */
export function stateIn(fragment: string): LabState | null {
  const {
    file,
    chapter = null,
    pin,
    ...values
  } = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '')));
  return file === undefined ? null : { file, values, pinned: valuesIn(pin), chapter };
}

/** A person may have edited the address, so anything but texts by their names counts as no pinned run. */
function valuesIn(pin: string | undefined): Values | null {
  try {
    const value: unknown = JSON.parse(pin ?? 'null');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.fromEntries(Object.entries(value).map(([id, one]) => [id, String(one)]));
  } catch {
    return null;
  }
}
