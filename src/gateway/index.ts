export type { Backend } from './backend.ts';
export { selfSigned } from './certificate.ts';
export { Gateway, type GatewaySettings } from './gateway.ts';
