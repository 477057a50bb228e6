import type { Severity } from '../rows/severity.ts';

/** An earlier answer about the same databases, as far as changes since then need it. */
export interface EarlierPlan {
  /** The name of its file. */
  readonly name: string;
  /** By title. Databases without a plan have no configuration and no costs. */
  readonly databases: ReadonlyMap<string, EarlierDatabase>;
}

/** Configurations are texts as `--current` takes them, and costs are in the currency of the answer. */
export interface EarlierDatabase {
  readonly severity: Severity;
  readonly current: string | null;
  readonly recommended: string | null;
  readonly costNow: number | null;
  readonly saving: number | null;
}
