export type {
  ClientConnection,
  ComputeAccess,
  ComputeObserver,
  ConnectionLimits,
  ConnectionOutcome,
  ConnectionTarget,
  SessionActivity,
} from './access/compute-access.ts';
export { openAccess } from './access/open-access.ts';
export { passToNextEvent } from './access/pass-to-next-event.ts';
export { type PostgresPlace, postgresUrl } from './access/postgres-url.ts';
export { InjectedFaults } from './api/injected-faults.ts';
export { RateLimit } from './api/rate-limit.ts';
export { type StaticFile, serviceApp } from './app.ts';
export { bootstrap, createAnotherKey, isNew } from './bootstrap.ts';
export { clockMode, clockText } from './clock.ts';
export { advanceMs } from './control/requests.ts';
export { computeViews } from './control/views.ts';
export { driveScenario } from './demand/scenario-project.ts';
export { type LogLine, Service } from './service.ts';
export { openStore } from './store/open-store.ts';
export type { Store } from './store/store.ts';
export type { WorldSettings } from './world/world.ts';
