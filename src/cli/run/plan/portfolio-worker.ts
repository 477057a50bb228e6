import { planJob } from './portfolio-job.ts';

/** A worker of a pool plans one database after another. */
export default planJob;
