import type { BillLineName } from '../../planner/index.ts';

/** The lines of an invoice. */
export type InvoiceLineName = BillLineName | 'compute';

/** A line of an invoice, in millionths. */
export interface BilledLine {
  readonly name: string;
  readonly micros: number;
  /** Undefined if the invoice has only the amount. */
  readonly quantity?: number;
  /** Null if the invoice has a quantity without a price. */
  readonly priceMicros?: number | null;
}
