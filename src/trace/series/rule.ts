import type { FactSource } from '../../facts/index.ts';
import type { Quantity } from '../quantity.ts';
import type { Gap, Statistic } from '../trace.ts';
import type { Join } from './selector.ts';

/** Says which series become which quantity. */
export interface Rule {
  readonly quantity: Quantity;
  /** In the syntax of `selectorOf`, which is also valid in Prometheus. */
  readonly selector: string;
  readonly unit: string;
  /** How series are joined that differ only in these labels. */
  readonly join: Join;
  readonly over: readonly string[];
  /** Null means: the statistic of the series, or else the usual one of the quantity. */
  readonly statistic: Statistic | null;
  /** A note to users about this interpretation. */
  readonly note: string | null;
}

/** The metric names of one monitoring system. */
export interface Preset {
  readonly name: string;
  readonly what: string;
  /** Which queries can be generated for these metrics; `export` means a web page, or an API with many forms. */
  readonly from: 'prometheus' | 'cloudwatch' | 'export';
  readonly source: FactSource;
  readonly rules: readonly Rule[];
  /** Metrics that users might expect, and why they are not read. */
  readonly unread: readonly { readonly metric: string; readonly why: string }[];
  /** The meaning of a missing sample, and the reason for it. Null if unknown. */
  readonly gap: { readonly means: Gap; readonly why: string } | null;
}
