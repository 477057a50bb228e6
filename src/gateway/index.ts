export type { Backend } from './backend.ts';
export { Gateway, type GatewaySettings } from './gateway.ts';
export { selfSigned } from './handshake/certificate.ts';
export { openPgliteBackend } from './pglite/pglite-backend.ts';
export { openServerBackend } from './server/open-server-backend.ts';
