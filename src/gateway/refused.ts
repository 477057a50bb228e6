import { Unavailable } from './backend.ts';
import type { ErrorFields } from './wire/messages.ts';

/** Thrown if a client is refused, with the error message that it gets. */
export class Refused extends Error {
  readonly fields: ErrorFields;

  constructor(sqlstate: string, message: string, hint: string | null = null) {
    super(message);
    this.name = 'Refused';
    this.fields = { severity: 'FATAL', sqlstate, message, hint };
  }
}

/** The error message for a client, if the error is the client's or the database's; null if it is the gateway's own. */
export function errorFieldsOf(error: unknown): ErrorFields | null {
  if (error instanceof Refused) return error.fields;
  if (error instanceof Unavailable)
    return { severity: 'FATAL', sqlstate: error.sqlstate, message: error.message, hint: error.hint };
  return null;
}
