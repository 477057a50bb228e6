/**
 * What comes first of events at one instant. Ends of hours and months come before everything that belongs to the new
 * one; what ends comes before what begins, so that its place is free; activity comes before the look that would find
 * none.
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
