export const PLAN_NAMES = ['free', 'launch', 'scale'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** What this plan does not allow, no plan allows. */
export const LARGEST_PLAN: PlanName = 'scale';

/** New accounts are on this plan unless told otherwise. */
export const DEFAULT_PLAN: PlanName = 'scale';

export interface PlanSizes {
  /** 0 where the plan has no autoscaling. */
  readonly autoscalingHighestCu: number;
  readonly fixedHighestCu: number;
  /** Whether the size of an existing compute may be changed. */
  readonly changes: boolean;
}

export type SuspendChoice =
  | { readonly kind: 'default only' }
  | { readonly kind: 'default or off' }
  | { readonly kind: 'any or off'; readonly lowestMs: number };
