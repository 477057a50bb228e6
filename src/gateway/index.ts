export type { Backend } from './backend.ts';
export { selfSigned } from './certificate.ts';
export { Gateway, type GatewaySettings } from './gateway.ts';
export { openServerBackend } from './server/open-server-backend.ts';
