export { plan, simulate } from '../advisor/index.ts';
