import type { Preset } from '../../trace/index.ts';

/** PromQL expressions for the metrics of a preset; null if it lacks one. */
interface Metrics {
  readonly load: string | null;
  readonly connections: string | null;
  /** In pages. */
  readonly workingSet: string | null;
  /** vCPU in use. */
  readonly cpu: string | null;
  /** The number of starts of a compute in a day, if each start has a name of its own. */
  readonly lives: string | null;
}

/** Stands for the compute of the plan. Whoever pastes the rules replaces it with the ID. */
const ENDPOINT = 'ENDPOINT_ID';

export function alertMetrics(preset: Preset | undefined): Metrics {
  const rule = (quantity: string) => preset?.rules.find((one) => one.quantity === quantity) ?? null;
  const isOfService = preset?.rules.some(({ over }) => over.includes(LIFE)) ?? false;
  const own = (selector: string) => (isOfService ? within(selector, `endpoint_id="${ENDPOINT}"`) : selector);
  const joined = (quantity: string) => {
    const found = rule(quantity);
    if (found === null) return null;
    const series = own(found.selector);
    return `${found.join}(${found.unit === 'counter' ? `rate(${series}[5m])` : series})`;
  };
  const load = rule('load');
  return {
    load: joined('load'),
    connections: joined('connections'),
    workingSet: joined('workingSet'),
    cpu: joined('cpu'),
    lives:
      load === null || !isOfService
        ? null
        : `count(count by (${LIFE}) (count_over_time(${own(load.selector)}[1d])))`,
  };
}

const LIFE = 'compute_id';

function within(selector: string, label: string): string {
  return selector.endsWith('}') ? `${selector.slice(0, -1)}, ${label}}` : `${selector}{${label}}`;
}
