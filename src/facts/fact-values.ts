import type { FurtherFacts } from './further-facts.ts';
import type { PlanName, PlanSizes, SuspendChoice } from './plans.ts';
import type { PriceList } from './prices.ts';
import type { FactSource } from './source.ts';

/** A value with its source. `takenFrom` names the fact set that states the value if this set does not. */
export interface Fact<T> {
  readonly value: T;
  readonly source: FactSource;
  readonly takenFrom?: string;
}

/** The values that tidemark takes to be true of the service. */
export interface FactValues {
  readonly listedSizesCu: readonly number[];
  readonly ramGibPerCu: number;
  readonly sharedSizesCu: readonly number[];
  /** A shared size may use this many times its vCPU for a while, up to whole processors. */
  readonly sharedBurstFactor: number;
  readonly localFileCache: LocalFileCacheRule;
  readonly maxConnections: MaxConnectionsRule;
  /** Under autoscaling, max_connections follows the smaller of the maximum and this many times the minimum. */
  readonly connectionsMinimumFactor: number;
  readonly reservedConnections: number;
  readonly pooledClients: number;
  /** Share of max_connections that one user's pool on one database may open. */
  readonly poolShare: number;
  readonly queryWaitTimeoutMs: number;
  readonly temporaryDisk: { readonly floorGib: number; readonly gibPerMaximumCu: number };
  readonly autoscaling: {
    readonly lowestCu: number;
    readonly highestCu: number;
    /** Null if the document sets no limit. */
    readonly widestSpreadCu: number | null;
  };
  /** Whether sizes above the autoscaling limit scale to zero. Null if the document does not say. */
  readonly sizesAboveAutoscalingSleep: boolean | null;
  readonly suspendDefaultMs: number;
  readonly suspendBounds: { readonly lowestMs: number; readonly highestMs: number };
  /** A typical value for what the documents call "a few hundred milliseconds". */
  readonly wakeMs: number;
  readonly freePlanSizes: PlanSizes;
  readonly launchPlanSizes: PlanSizes;
  readonly scalePlanSizes: PlanSizes;
  readonly suspendChoices: Readonly<Record<PlanName, SuspendChoice>>;
  /** CU-hours that a project may use in a calendar month (UTC) before it is suspended. Null if there is no quota. */
  readonly quotaCuHours: Readonly<Record<PlanName, number | null>>;
  readonly prices: PriceList;
}

type LocalFileCacheRule =
  | { readonly kind: 'share of RAM'; readonly share: number }
  | {
      readonly kind: 'after overheads';
      readonly systemMib: number;
      readonly postgresMib: number;
      readonly divisor: number;
      readonly share: number;
    };

type MaxConnectionsRule =
  | { readonly kind: 'table'; readonly rows: readonly (readonly [cu: number, connections: number])[] }
  | { readonly kind: 'formula'; readonly perCu: number; readonly lowest: number; readonly highest: number };

/** A fact set's description of itself. */
export interface FactSetHead {
  readonly name: string;
  /** One line that says whose facts these are. */
  readonly about: string;
  /** The service that the facts are about. Newer rules of one service never limit another. */
  readonly service: string;
  /** The fact set that the missing values are taken from. Null if the set states every value itself. */
  readonly base: string | null;
  /** The date of the documents. */
  readonly date: string;
}

type Facts<Values> = { readonly [Key in keyof Values]: Fact<Values[Key]> };

export type FactSet = FactSetHead & Facts<FactValues> & Partial<Facts<FurtherFacts>>;

/** The facts that one file states. Its base supplies the others. */
export type StatedFacts = Partial<Facts<FactValues> & Facts<FurtherFacts>>;

export type FactKey = keyof FactValues | keyof FurtherFacts;
