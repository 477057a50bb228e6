import type { Source } from '../../facts/index.ts';
import type { Quantity } from '../quantity.ts';
import type { Gap, Statistic } from '../trace.ts';
import type { Join } from './selector.ts';

/** Which series become which quantity. */
export interface Rule {
  readonly quantity: Quantity;
  /** As `selectorOf` reads it, and as Prometheus does. */
  readonly selector: string;
  readonly unit: string;
  /** How those become one that differ in these labels only. */
  readonly join: Join;
  readonly over: readonly string[];
  /** null: as the series says, or else as it is usual for the quantity. */
  readonly statistic: Statistic | null;
  /** What people should know of what this is taken for. */
  readonly note: string | null;
}

/** The names that a system gives to what it measures. */
export interface Preset {
  readonly name: string;
  readonly what: string;
  /** What can be asked for these metrics; `export`: a page for people, or an API of many forms. */
  readonly from: 'prometheus' | 'cloudwatch' | 'export';
  readonly source: Source;
  readonly rules: readonly Rule[];
  /** Metrics that one might look for, and why they are not read. */
  readonly left: readonly { readonly metric: string; readonly why: string }[];
  /** What a missing sample means there, and why; null: nothing is known of it. */
  readonly gap: { readonly means: Gap; readonly why: string } | null;
}
