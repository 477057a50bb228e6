export { type ComputeOutcome, collectTraces } from './collect-traces.ts';
export {
  type CollectedCompute,
  type Collection,
  type CollectionRequest,
  collectionOf,
  traceFileOf,
} from './collection.ts';
export { configuredCompute } from './configured-compute.ts';
export { CONSUMPTION_REACH_MS, consumptionSource } from './consumption-source.ts';
export { findComputes } from './find-computes.ts';
export { managementApi } from './management-api.ts';
export type { CollectedSpan } from './metrics-source.ts';
export { patientServer } from './patient-server.ts';
export type { TraceStore, Waiting } from './ports.ts';
export { checkPrometheus, prometheusSource } from './prometheus-source.ts';
