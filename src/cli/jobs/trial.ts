import { evaluateTrial } from '../../advisor/index.ts';

/** A worker of a pool does one job after another. */
export default evaluateTrial;
