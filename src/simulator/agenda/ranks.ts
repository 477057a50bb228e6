/**
 * The order of events at one instant. Hours and months end before events of the next one. Endings come before
 * beginnings, so that they free their places. Activity comes before the check for inactivity.
 */
export const RANK = {
  border: 0,
  change: 1,
  life: 2,
  ending: 3,
  timeout: 4,
  demand: 5,
  tick: 6,
  look: 7,
  quota: 8,
  inactivity: 9,
} as const;
