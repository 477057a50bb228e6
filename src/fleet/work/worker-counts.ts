import { localMachine } from '../../library/index.ts';

/** How a worker was done with a job. The plan of some jobs is known already, from another worker. */
type JobEnd = 'planned' | 'known' | 'failed' | 'handed back';

/** Counts the work of a worker since its start. */
export class WorkerCounts {
  readonly ends: Record<JobEnd, number> = { planned: 0, known: 0, failed: 0, 'handed back': 0 };
  running = 0;
  /** How often the results could not be used for a while. */
  storeTroubles = 0;
  /** The time of all plans together. */
  planningMs = 0;

  /** Counts a job that begins. The returned function counts its end. */
  begin(): (how: JobEnd) => void {
    const startMs = localMachine.wallMs();
    this.running++;
    return (how) => {
      this.running--;
      this.ends[how]++;
      if (how === 'planned') this.planningMs += localMachine.wallMs() - startMs;
    };
  }
}
