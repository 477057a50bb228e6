/** A change of size or state. */
export interface SizeStep {
  readonly atMs: number;
  readonly cu: number;
  /** Null before the first start. */
  readonly state: string | null;
  readonly pending: string | null;
  readonly reason: string;
}
