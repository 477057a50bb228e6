export type { LogLine, PostgresPlace } from '../service/index.ts';
export type { PostgresAddress, RunningService, ServedCompute } from './service/running-service.ts';
export { serve } from './service/serve.ts';
export type { ServeOptions } from './service/serve-options.ts';
