import { Unavailable } from './backend.ts';
import type { Complaint } from './wire/messages.ts';

/** Thrown if a client is refused, with the error message that it gets. */
export class Refused extends Error {
  readonly complaint: Complaint;

  constructor(sqlstate: string, message: string, hint: string | null = null) {
    super(message);
    this.name = 'Refused';
    this.complaint = { severity: 'FATAL', sqlstate, message, hint };
  }
}

/** The error message for a client, if the error is the client's or the database's; null if it is the gateway's own. */
export function complaintOf(error: unknown): Complaint | null {
  if (error instanceof Refused) return error.complaint;
  if (error instanceof Unavailable)
    return { severity: 'FATAL', sqlstate: error.sqlstate, message: error.message, hint: error.hint };
  return null;
}
