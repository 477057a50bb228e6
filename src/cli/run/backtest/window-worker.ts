import { windowJob } from './window-job.ts';

/** A worker of a pool tries one window after another. */
export default windowJob;
