import type { LoadSource } from './sources.ts';

/** All loads of a compute as one flow: rates add up, and so do limits, connections and memory. */
export interface LoadTotal {
  /** Queries and pages in each millisecond. */
  queries: number;
  pages: number;
  concurrency: number;
  connections: number;
  memoryBytes: number;
}

export function totalOf(loads: readonly LoadSource[]): LoadTotal {
  const total: LoadTotal = { queries: 0, pages: 0, concurrency: 0, connections: 0, memoryBytes: 0 };
  for (const { vcpuNow, memoryNow, demand } of loads) {
    const queries = vcpuNow / demand.cpuMsPerQuery;
    total.queries += queries;
    total.pages += queries * demand.pagesPerQuery;
    total.concurrency += demand.concurrency ?? Number.POSITIVE_INFINITY;
    total.connections += vcpuNow > 0 ? demand.connections : 0;
    total.memoryBytes += memoryNow;
  }
  return total;
}
