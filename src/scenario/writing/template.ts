/** Choices for a new scenario. */
interface TemplateChoices {
  readonly demand: TemplateDemand;
  readonly size: { readonly minCu: number; readonly maxCu: number };
  readonly suspendAfter: string;
  readonly timezone: string;
  /** The path of the schema for editors. Null leaves it out. */
  readonly schemaPath: string | null;
}

export type TemplateDemand = keyof typeof DEMANDS;

/** Writes a scenario with a comment for everything that a person may want to change. */
export function scenarioTemplate({
  demand,
  size,
  suspendAfter,
  timezone,
  schemaPath,
}: TemplateChoices): string {
  const { why, yaml } = DEMANDS[demand];
  const sizes =
    size.minCu === size.maxCu ? `  size: ${size.minCu}` : `  min: ${size.minCu}\n  max: ${size.maxCu}`;
  return `${schemaPath === null ? '' : `# yaml-language-server: $schema=${schemaPath}\n`}why: ${why}

# The start (a local date), the time zone, and the length in s, m, h, d or w.
start: 2026-03-02
timezone: ${timezone}
horizon: 28d
seed: 1

# Sizes, limits and prices: a fact set, or a file with facts of your own. The plans are free, launch and scale.
facts: "2026-11"
plan: scale

compute:
  # A range with min and max, or a fixed size. Sizes: 0.25, 0.5, 1 to 16, then even ones to 56.
${sizes}
  # The scale-to-zero timeout, or "off".
  suspendAfter: ${suspendAfter === 'off' ? '"off"' : suspendAfter}
  # The pages that queries read again and again. They may fit into the local file cache.
  workingSet: 1GB

# Everything that uses the database; several demands add up.
demand:
${yaml}
# Rare events that no usual week shows: when, a factor or added vCPU, and for how long.
# events: ["2026-03-20T10:00=x3/24h"]

# Assumptions about what the service does not state, with their defaults.
# assumptions:
#   # stated by the service (300ms), measured by somebody else (1.8s), or your own: { median: 1s, p95: 2s }.
#   start: stated
#   # Further clients that the proxy refuses from a wake to some time after the start: { refused: 100%, for: 20s }.
#   wakeAdmission: off
#   downscaleStep: 1s
#   burst: true
#   miss: 0.5ms
#   skew: 0.5
`;
}

const DEMANDS = {
  web: {
    why: question('a web application', 'wakes, waits and costs'),
    yaml: `  - name: requests
    kind: arrivals
    # direct or pooler.
    route: pooler
    # A rate per second: a number, or a shape over time such as this daily wave; docs/shapes.md has all of them.
    perSecond: { low: 0.01, high: 3, peakAt: "14:00", weekend: 0.4 }
    query:
      # CPU time and time off the CPU: a duration, { mean: 10ms }, or { median: 8ms, p95: 40ms }.
      cpu: { mean: 10ms }
      wait: { mean: 5ms }
      pages: 40
    client: { connectTimeout: 5s, retries: 2 }
`,
  },
  poller: {
    why: question('a poller', 'keeps awake'),
    yaml: `  - name: health check
    kind: poller
    every: 30s
    # With false, each query has a new connection.
    keepsConnection: true
    query: { cpu: 1ms }
`,
  },
  cron: {
    why: question('a cron job', 'costs between its runs'),
    yaml: `  - name: job
    kind: cron
    # Five fields, in local time.
    at: "*/10 * * * *"
    query: { cpu: 200ms, wait: 100ms }
`,
  },
  batch: {
    why: question('a nightly batch', 'needs of memory and temporary disk'),
    yaml: `  - name: batch
    kind: cron
    at: "0 2 * * *"
    sessions: 4
    query: { cpu: 10m, wait: 1m, memory: 500MB, memoryRamp: 1m, pages: 200000, temporary: 2GB }
`,
  },
  pool: {
    why: question('an application with a connection pool', 'meets when the compute sleeps'),
    yaml: `  - name: application
    kind: clients
    count: 20
    think: { mean: 30s }
    # The application's own pool: how many connections, how long an idle one is kept, and whether it is tested.
    pool: { max: 10, idle: 10m, prePing: false }
    query: { cpu: { mean: 10ms }, wait: { mean: 5ms } }
    client: { retries: 2 }
`,
  },
  load: {
    why: question('a load known from metrics', 'needs of CPU'),
    yaml: `  - name: load
    kind: load
    vcpu: { low: 0.1, high: 1.5, peakAt: "15:00", weekend: 0.5, noise: 0.3 }
    # How many queries wait when CPU is short follows from this, and so does how fast the autoscaler reacts.
    cpuPerQuery: 20ms
    concurrency: null
    connections: 20
`,
  },
} as const;

function question(subject: string, does: string): string {
  return `What ${subject} ${does}, and which configuration suits it.`;
}

export const TEMPLATE_DEMANDS = Object.keys(DEMANDS) as TemplateDemand[];
