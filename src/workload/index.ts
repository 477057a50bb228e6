export { arrivals } from './arrivals.ts';
export { type BoundDemand, bindDemand } from './bound-demand.ts';
export type { BoundGroup, BoundJobs } from './clients/bound-clients.ts';
export type { BoundReplication } from './clients/bound-replication.ts';
export { ClientDemand, type DemandHost } from './clients/client-demand.ts';
export type {
  ClientRules,
  ClientsDemand,
  Demand,
  JobsDemand,
  KnownField,
  LoadDemand,
  LoadFact,
  QueryNeeds,
  ReplicationDemand,
} from './demand.ts';
export { hasRoute, isTraceLoad, KNOWN_FIELDS, LEAST_CPU_MS_PER_QUERY, MOST_CONNECTIONS } from './demand.ts';
export { grown, timesProfile } from './grown.ts';
export { type BoundLoad, takeChange, totalOf } from './loads/bound-load.ts';
export { LoadAhead } from './loads/load-ahead.ts';
export { bindProfile } from './profiles/bound-profile.ts';
export { crowdLengthMs, instantOf } from './profiles/crowd-profile.ts';
export { FITTED_SHARES } from './profiles/fitted-profile.ts';
export type {
  BoundProfile,
  CrowdProfile,
  FittedProfile,
  PlannedTime,
  Profile,
  ReplacedProfile,
  SamplesProfile,
} from './profiles/profile.ts';
export {
  copyOf,
  isRuns,
  joinedSamples,
  repeated,
  runEnd,
  type SampledProfile,
  type SampleRuns,
  SampleWindow,
  sameSamples,
  sampleAt,
} from './profiles/samples.ts';
export { hourOfWeek, WEEK_HOURS } from './profiles/weekly-profile.ts';
export { Drawn } from './random/drawn.ts';
export { type Random, randomStream } from './random/random.ts';
export { meanMs, NOTHING, type Sampled, sampler } from './random/sampled.ts';
export { civilDate, dateText, nextMonthMs } from './time/civil-date.ts';
export { createCron, cronProblem } from './time/cron.ts';
export { firstAfter } from './time/first-after.ts';
export { isWithinHours, type LocalHours, lengthWithin, overlap, startsAndEnds } from './time/local-hours.ts';
export { createZone, isZone, type Zone } from './time/zone.ts';
export { withoutMemory } from './without-memory.ts';
