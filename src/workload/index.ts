export { type Arrivals, arrivals } from './arrivals.ts';
export { type CivilDate, civilDate, dateText, nextMonthMs } from './civil-date.ts';
export { type Cron, createCron, cronProblem } from './cron.ts';
export type {
  ClientPool,
  ClientRules,
  ClientsDemand,
  Demand,
  JobsDemand,
  LoadDemand,
  QueryNeeds,
  Route,
  Schedule,
} from './demand.ts';
export {
  type BoundProfile,
  bindProfile,
  type Profile,
  type SamplesProfile,
  type Stretch,
} from './profile.ts';
export { type Random, randomStream } from './random.ts';
export { meanMs, NOTHING, type Sampled, sampler } from './sampled.ts';
export { type Samples, SampleWindow } from './samples.ts';
export { createZone, isZone, type Zone } from './zone.ts';
