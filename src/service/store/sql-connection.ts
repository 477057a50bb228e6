/** One connection to a PostgreSQL, whichever it is. Whoever holds it never asks two things at once. */
export interface SqlConnection {
  /** Without parameters the text may be several statements: one transaction, of which the rows of the last are given. */
  query(text: string, parameters: readonly unknown[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}
