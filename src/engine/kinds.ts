/** What a slot of the agenda is for. */
export const KIND = {
  hour: 0,
  month: 1,
  release: 2,
  change: 3,
  work: 4,
  inactivity: 5,
  cpu: 6,
  visit: 7,
  source: 8,
  idleSockets: 9,
  tick: 10,
  look: 11,
  ramp: 12,
  quota: 13,
  memory: 14,
  plainEnd: 15,
} as const;
