import type { Demand, JobsDemand } from '../../workload/index.ts';

/** Whether the jobs of a demand need nothing except time. */
export function isTimerOnly({ route, keepsConnection, query }: JobsDemand): boolean {
  const { cpu, memoryBytes, pages, temporaryBytes } = query;
  const needsCpu = cpu.kind !== 'constant' || cpu.ms > 0;
  return route === 'direct' && !keepsConnection && !needsCpu && memoryBytes + pages + temporaryBytes === 0;
}

/** Whether a demand has queries that need more than time. */
export function needsMoreThanTime(demand: Demand): boolean {
  return demand.kind === 'clients' || (demand.kind === 'jobs' && !isTimerOnly(demand));
}
