import type { FactSet, FactSetName, PlanName, PriceList, SizeSetting } from '../facts/index.ts';
import type { Problem } from '../problem/index.ts';
import type { Counted } from '../simulator/index.ts';
import type { Zone } from '../workload/index.ts';
import type { ToldAssumptions } from './changes/told-assumptions.ts';
import type { Exclusion } from './notation/exclusion.ts';
import type { RareEvent } from './notation/rare-event.ts';
import type { ScenarioFile } from './schema/scenario-schema.ts';
import type { Document } from './text/document.ts';

/** What every part of a scenario is read with; problems are gathered, so that all are told at once. */
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

/** Flags that go before what the file says. */
export interface Overrides {
  readonly seed?: number;
  readonly size?: SizeSetting;
  readonly suspendAfterMs?: number | null;
  readonly pooler?: boolean;
  readonly facts?: FactSetName;
  readonly plan?: PlanName;
  readonly prices?: (facts: FactSet) => PriceList;
  readonly counted?: Partial<Counted>;
  /** Beside those of the file. */
  readonly exclude?: readonly Exclusion[];
  readonly events?: readonly RareEvent[];
  readonly assume?: ToldAssumptions;
}
