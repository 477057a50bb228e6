export { arrivals } from './arrivals.ts';
export { bindProfile } from './bound-profile.ts';
export { civilDate, dateText, nextMonthMs } from './civil-date.ts';
export { createCron, cronProblem } from './cron.ts';
export { crowdLengthMs, instantOf } from './crowd-profile.ts';
export type {
  ClientRules,
  ClientsDemand,
  Demand,
  JobsDemand,
  KnownField,
  LoadDemand,
  LoadFact,
  QueryNeeds,
  Route,
} from './demand.ts';
export { isTraceLoad, KNOWN_FIELDS, LEAST_CPU_MS_PER_QUERY, MOST_CONNECTIONS } from './demand.ts';
export type { Drawn } from './drawn.ts';
export { firstAfter } from './first-after.ts';
export { FITTED_SHARES } from './fitted-profile.ts';
export { grown, timesProfile } from './grown.ts';
export { isWithin, type LocalHours, lengthWithin } from './local-hours.ts';
export type {
  BoundProfile,
  CrowdProfile,
  FittedProfile,
  PlannedTime,
  Profile,
  ReplacedProfile,
  SamplesProfile,
  Stretch,
} from './profile.ts';
export { type Random, randomStream } from './random.ts';
export { meanMs, NOTHING, type Sampled, sampler } from './sampled.ts';
export {
  copyOf,
  isRuns,
  joinedSamples,
  repeated,
  runEnd,
  type SampleRuns,
  type Samples,
  SampleWindow,
  sameSamples,
  sampleAt,
} from './samples.ts';
export { hourOfWeek, WEEK_HOURS } from './weekly-profile.ts';
export { withoutMemory } from './without-memory.ts';
export { createZone, isZone, type Zone } from './zone.ts';
