import type { JobsDemand } from '../../workload/index.ts';

/** Whether the jobs of a demand need nothing except time. */
export function isTimerOnly({ route, keepsConnection, query }: JobsDemand): boolean {
  const { cpu, memoryBytes, pages, temporaryBytes } = query;
  const needsCpu = cpu.kind !== 'constant' || cpu.ms > 0;
  return route === 'direct' && !keepsConnection && !needsCpu && memoryBytes + pages + temporaryBytes === 0;
}
