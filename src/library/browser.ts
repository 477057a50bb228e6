// Everything that needs no Node. The build puts `asking/world-in-browser.ts` in the place of `node/world.ts`.
export * from './tidemark.ts';
export { readTrace } from './trace.ts';
