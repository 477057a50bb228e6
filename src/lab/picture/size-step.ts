/** A change of size or state. */
export interface SizeStep {
  readonly atMs: number;
  readonly cu: number;
  readonly pending: string | null;
  readonly reason: string;
}
