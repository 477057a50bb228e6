export type { Backend } from './backend.ts';
export { selfSigned } from './certificate.ts';
export { Gateway, type GatewaySettings } from './gateway.ts';
export { openPgliteBackend } from './pglite/pglite-backend.ts';
export { openServerBackend } from './server/open-server-backend.ts';
