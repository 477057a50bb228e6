import { isFactSetName } from '../../facts/index.ts';
import type { Document } from '../text/document.ts';

/** Returns the file of facts that a scenario names, as written. Null if it names a shipped set, or nothing. */
export function namedFactFile({ value }: Document): string | null {
  const facts = (value as { readonly facts?: unknown } | null)?.facts;
  return typeof facts === 'string' && facts !== '' && !isFactSetName(facts) ? facts : null;
}
