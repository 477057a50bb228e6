import { isDocument } from '../../../picture/index.ts';

/** Parses a result of any kind and version. Null if the text is none. */
export function resultOfText(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isDocument(value) ? value : null;
  } catch {
    return null;
  }
}
