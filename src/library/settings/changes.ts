import { type FieldChange, parseFieldChange } from '../../scenario/index.ts';
import { type NamedValues, writtenValues } from './options.ts';

/** Reads the fields to change. */
export function fieldChangesOf(set: NamedValues | undefined): readonly FieldChange[] {
  return writtenValues(set).map((text) => parseFieldChange(text, '‹set›'));
}
