import { Unavailable } from './backend.ts';
import type { Complaint } from './wire/messages.ts';

/** A client is not let in: what it is told. */
export class Refused extends Error {
  readonly complaint: Complaint;

  constructor(sqlstate: string, message: string, hint: string | null = null) {
    super(message);
    this.name = 'Refused';
    this.complaint = { severity: 'FATAL', sqlstate, message, hint };
  }
}

/** What a client is told of whatever went wrong. */
export function complaintOf(error: unknown): Complaint {
  if (error instanceof Refused) return error.complaint;
  if (error instanceof Unavailable)
    return { severity: 'FATAL', sqlstate: error.sqlstate, message: error.message, hint: error.hint };
  const message = `a fault of the gateway: ${error instanceof Error ? error.message : String(error)}`;
  return { severity: 'FATAL', sqlstate: 'XX000', message };
}
