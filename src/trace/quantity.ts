/** The quantities that a column of a trace can measure. Readers convert every value to the unit given here. */
export const QUANTITIES = {
  cpu: { unit: 'vCPU', what: 'processors asked for' },
  load: { unit: 'processes', what: 'load average of a minute' },
  memory: { unit: 'bytes', what: 'memory that cannot be given back' },
  workingSet: { unit: 'bytes', what: 'pages that are read again and again' },
  connections: { unit: 'connections', what: 'open connections' },
  activeConnections: { unit: 'connections', what: 'connections that run something' },
  newConnections: { unit: 'connections', what: 'connections opened in a step' },
  queries: { unit: 'queries', what: 'queries done in a step' },
  queryMs: { unit: 'ms', what: 'duration of a query' },
  temporaryBytes: { unit: 'bytes', what: 'temporary files written in a step' },
  capacityCu: { unit: 'CU', what: 'size in force' },
} as const satisfies Readonly<Record<string, { readonly unit: string; readonly what: string }>>;

export type Quantity = keyof typeof QUANTITIES;

export const QUANTITY_NAMES = Object.keys(QUANTITIES) as Quantity[];

/** Quantities that are counted over a step: merging steps adds them up, while it averages other quantities. */
export const COUNTED: ReadonlySet<Quantity> = new Set(['newConnections', 'queries', 'temporaryBytes']);

/** Quantities that are read at an instant; the others are measured over a step. */
export const LOOKED_UP: ReadonlySet<Quantity> = new Set([
  'load',
  'memory',
  'workingSet',
  'connections',
  'activeConnections',
  'capacityCu',
]);
