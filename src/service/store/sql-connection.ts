/** One connection to PGlite or to a PostgreSQL server. Its user sends one query at a time. */
export interface SqlConnection {
  /** Without parameters, the text may be several statements. They are one transaction, and the last gives the rows. */
  query(text: string, parameters: readonly unknown[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}
