import { GIB } from '../../facts/index.ts';

/** The autoscaler counts in units of a quarter CU, which is 0.25 vCPU and 1 GiB. */
export const UNIT_VCPU = 0.25;
export const UNIT_MEMORY_BYTES = GIB;
