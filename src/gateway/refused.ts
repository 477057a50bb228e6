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

/** What a client is told of what it or its database did wrong; null where the fault is ours. */
export function complaintOf(error: unknown): Complaint | null {
  if (error instanceof Refused) return error.complaint;
  if (error instanceof Unavailable)
    return { severity: 'FATAL', sqlstate: error.sqlstate, message: error.message, hint: error.hint };
  return null;
}
