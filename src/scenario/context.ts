import type { FactSet, PlanName, PriceList, SizeSetting } from '../facts/index.ts';
import type { Problem } from '../problem/index.ts';
import type { SeparateCounts } from '../simulator/index.ts';
import type { Zone } from '../workload/index.ts';
import type { AssumptionOverrides } from './changes/assumption-overrides.ts';
import type { Exclusion } from './notation/exclusion.ts';
import type { RareEvent } from './notation/rare-event.ts';
import type { ScenarioFile } from './schema/scenario-schema.ts';
import type { Document } from './text/document.ts';

/** The inputs for reading every part of a scenario. It gathers problems, so that all are reported together. */
export interface Context {
  readonly file: ScenarioFile;
  readonly document: Document;
  readonly facts: FactSet;
  readonly plan: PlanName;
  readonly zone: Zone;
  readonly startMs: number;
  readonly overrides: Overrides;
  readonly problems: Problem[];
}

/** Values from flags, which go before those of the file. */
export interface Overrides {
  readonly seed?: number;
  readonly size?: (facts: FactSet, plan: PlanName) => SizeSetting | null;
  readonly suspendAfterMs?: number | null;
  readonly pooler?: boolean;
  readonly facts?: FactSet;
  readonly plan?: PlanName;
  readonly prices?: (facts: FactSet) => PriceList;
  readonly counted?: Partial<SeparateCounts>;
  /** Exclusions in addition to those of the file. */
  readonly exclude?: readonly Exclusion[];
  readonly events?: readonly RareEvent[];
  readonly assume?: AssumptionOverrides;
}
