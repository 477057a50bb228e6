export { unwritable } from './node/unwritable.ts';
export { CONTROL_TOKEN, keptSecret } from './service/kept-secret.ts';
export { localMachine } from './service/local-machine.ts';
export type { ServeOptions } from './service/serve-options.ts';
export {
  HOST_NAME,
  SERVE_DEFAULTS,
  SERVE_LIMITS,
  type ServeSettings,
  serveSettings,
} from './service/serve-settings.ts';
export {
  isLoopback,
  type ServedScenario,
  type StartedService,
  startService,
} from './service/start-service.ts';
export { ownVersion } from './version.ts';
