import type { JobsDemand } from '../../workload/index.ts';

/** The jobs of a demand need nothing but time. */
export function isTimerOnly({ route, keepsConnection, query }: JobsDemand): boolean {
  const { cpu, memoryBytes, pages, temporaryBytes } = query;
  const needsCpu = cpu.kind !== 'constant' || cpu.ms > 0;
  return route === 'direct' && !keepsConnection && !needsCpu && memoryBytes + pages + temporaryBytes === 0;
}
