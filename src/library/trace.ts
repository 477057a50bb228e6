export { readTrace } from '../trace/index.ts';
