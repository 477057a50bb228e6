import { worldJob } from '../../../advisor/index.ts';

/** A worker of a pool runs this for one job after another. */
export default worldJob;
