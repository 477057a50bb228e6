export const PLAN_NAMES = ['free', 'launch', 'scale'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** The plan that allows everything that any plan allows. */
export const LARGEST_PLAN: PlanName = 'scale';

/** The plan of a question or an account that names none. */
export const DEFAULT_PLAN: PlanName = 'scale';

export interface PlanSizes {
  /** 0 if the plan has no autoscaling. */
  readonly autoscalingHighestCu: number;
  readonly fixedHighestCu: number;
  /** Whether the size of an existing compute may be changed. */
  readonly changes: boolean;
}

export type SuspendChoice =
  | { readonly kind: 'default only' }
  | { readonly kind: 'default or off' }
  | { readonly kind: 'any or off'; readonly lowestMs: number };
