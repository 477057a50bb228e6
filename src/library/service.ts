export { openStore, Service } from '../service/index.ts';
