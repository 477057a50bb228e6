import { numberWords, span } from '../../../report/index.ts';
import type { IncidentDocument } from '../../documents/incident.ts';

type Trouble = IncidentDocument['troubles'][number];

/** Returns the errors and waits of clients in a few words. */
export function troubleCaption(troubles: readonly Pick<Trouble, 'errors' | 'waitedMs'>[]): string {
  const errors = troubles.reduce((sum, one) => sum + one.errors, 0);
  const waitedMs = troubles.reduce((sum, one) => sum + one.waitedMs, 0);
  const parts = [
    ...(errors === 0 ? [] : [`${numberWords(errors)} ${errors === 1 ? 'error' : 'errors'}`]),
    ...(waitedMs === 0 ? [] : [`${span(waitedMs)} of waits`]),
  ];
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}
