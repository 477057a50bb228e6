import { isDocument } from '../../../picture/index.ts';

/** The result that a text is, of whatever kind and version; null where it is none. */
export function resultOfText(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isDocument(value) ? value : null;
  } catch {
    return null;
  }
}
