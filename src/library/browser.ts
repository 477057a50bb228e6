// Everything that needs no Node. The build puts `web/world.ts` in the place of `node/world.ts`.
export * from './tidemark.ts';
export { readTrace } from './trace.ts';
