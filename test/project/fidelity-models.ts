/**
 * One model of the engine: what it takes for granted, why, what holds it to that, and where it is known to fall short.
 */
export interface Fidelity {
  readonly model: string;
  readonly assumes: string;
  readonly source: string;
  /** Tests by their file and title. */
  readonly evidence: readonly (readonly [file: string, title: string])[];
  readonly gap: string;
}

export const FIDELITY: readonly Fidelity[] = [
  {
    model: 'The life of a compute',
    assumes:
      'A compute sleeps once nothing was active for its timeout, looked at every 500 ms; the next connection wakes it and waits for the start. Starts take 300 ms (p95 600 ms), log-normal, and do not fail.',
    source:
      'The service’s own table of states and rules; a start of “a few hundred milliseconds”. A third party measured a median of 1.8 s and a p95 of 2.6 s: `assumptions.start` takes these.',
    evidence: [
      ['compute/transitions.test.ts', 'the transition table of the specification'],
      ['compute/table.test.ts', 'a life by the table and a life by XState tell the same story'],
      ['simulator/scale-to-zero.test.ts', 'suspended, %s resumes a day'],
      ['gateway/simulator-equality.test.ts', 'a compute behind the gateway lives as one of the engine does'],
    ],
    gap: 'How long starts take on the real service, and how that changes by region, size and hour, is not known. Autovacuum and logical replication are activity there; no demand here makes them.',
  },
  {
    model: 'The autoscaler',
    assumes:
      'The goal is the published function of load average, memory and working set, with the published defaults; up at once, down by a quarter CU a step, a step a second.',
    source:
      'The autoscaler’s published code and configuration, of which 200 cases of the goal were computed elsewhere. The time of a step down is an assumption. LFC scaling is off in the published configuration and on in the documentation: on here, `assumptions.lfcScaling` turns it off.',
    evidence: [
      ['compute/scaling/goal.test.ts', 'there are 200 cases of the oracle'],
      ['compute/scaling/scaling.test.ts', 'a hosted compute goes to the goal of the oracle'],
      [
        'compute/scaling/decide.test.ts',
        'it never leaves the range, never steps down by more than a quarter, and says why',
      ],
      [
        'simulator/laws.test.ts',
        'automatic resizing drops nobody; whatever stops the compute drops everybody',
      ],
    ],
    gap: 'The host of a compute may be full, so that a step up is delayed or denied: here it never is. Other targets than the published defaults may be in force.',
  },
  {
    model: 'CPU and what waits for it',
    assumes:
      'All that can run shares the processors equally. A load is a flow of queries of `cpuPerQuery`; what is not served queues without limit unless `concurrency` says otherwise. Sizes below 1 CU burst to a whole processor for as long as they like.',
    source:
      'Queueing theory for the shares. The burst follows from the published quota of four times the vCPU on whole processors; that it has no end is an assumption.',
    evidence: [
      ['simulator/erlang.test.ts', 'refused (Erlang B)'],
      ['simulator/models.test.ts', 'a five-minute burst to 4 vCPU on 0.25 to 8 CU'],
      ['simulator/models.test.ts', 'what a load asks for and does not get is done later: nothing is lost'],
    ],
    gap: 'A database slows down in more ways than by its processors: locks, storage and network are not there. How many queries wait decides how fast the autoscaler reacts, by a factor of twenty; `plan` says how its recommendation hangs on that.',
  },
  {
    model: 'Load averages',
    assumes:
      'Linux’s damped averages of one and five minutes, of what the compute’s own demand can run, each five seconds.',
    source: 'The kernel’s recurrence.',
    evidence: [['simulator/agenda.test.ts', 'is the kernel’s recurrence, read off in one step']],
    gap: 'Processes that wait for a disk count in the kernel’s average, and the service’s own processes do: neither is here.',
  },
  {
    model: 'Memory',
    assumes:
      '160 MB for the machine, 2 MB a connection, and what queries and loads say. When less than 100 MB of RAM is left a backend is killed, and Postgres ends all sessions.',
    source: 'The rule for denied steps down is the autoscaler’s; base and connection are assumptions.',
    evidence: [
      [
        'simulator/models.test.ts',
        'a query that grows beyond the RAM of a fixed size is killed, and takes all sessions with it',
      ],
      [
        'simulator/models.test.ts',
        'with a range the autoscaler makes room for it, and memory in use holds it back from scaling down',
      ],
    ],
    gap: 'What a query takes is told and not found: `work_mem`, sorts and hashes are not modelled.',
  },
  {
    model: 'The cache',
    assumes:
      'A read hits with probability (held / working set)^(1 - skew), skew 0.5; a miss costs 0.5 ms. All is lost when the compute sleeps or restarts, and what does not fit when it steps down.',
    source: 'The size of the local file cache is the service’s; skew and the cost of a miss are assumptions.',
    evidence: [
      ['simulator/models.test.ts', 'holds a working set that fits, once it is warm'],
      ['simulator/models.test.ts', 'is cold after each restart; a miss costs time'],
    ],
    gap: 'A cold cache was published to cost about 70% of throughput for the first minutes; here it depends on pages and misses that are told. Scans that wash the cache out are not modelled.',
  },
  {
    model: 'Connections and the pooler',
    assumes:
      '`max_connections` by minimum and maximum with the rule of eight times the minimum, less 7; a pool for one user on one database; 10,000 clients; 120 s in its queue.',
    source:
      'The service’s tables and documentation; the size of the pool and the wait are of the documentation of 2026-08.',
    evidence: [
      [
        'simulator/models.test.ts',
        'beyond max_connections less those reserved a client is refused, in the words of Postgres',
      ],
      [
        'simulator/models.test.ts',
        'through the pooler all are served, some after a wait; one that waits two minutes gets an error',
      ],
      [
        'gateway/gateway.test.ts',
        'causes one start, even as one of a thousand, and each is served or refused by the rules',
      ],
    ],
    gap: 'Clients of several users or databases have a pool each; here they share one.',
  },
  {
    model: 'Clients',
    assumes:
      'They wait 5 s for a connect, do not try again unless told to, and keep no connections unless told to.',
    source: 'The defaults of common drivers.',
    evidence: [
      [
        'simulator/models.test.ts',
        'a connect gives up after its timeout, and tries again as often as it may',
      ],
      [
        'simulator/models.test.ts',
        'a pool meets connections that died while the compute slept; a test before use costs no error',
      ],
    ],
    gap: 'People who wait too long go away, and some come back: demand here does not change with what it meets, but in closed groups.',
  },
  {
    model: 'The meter and money',
    assumes:
      'CU-time counts while the compute shows as active, the idle tail included, by the millisecond; months are of UTC. Storage, history and transfer are entered, not simulated.',
    source: 'The price list of 2026-08, for which `--prices` takes another.',
    evidence: [
      [
        'simulator/laws.test.ts',
        'metered CU-time is the integral of the size over the time shown as active, and idle costs nothing',
      ],
      ['simulator/models.test.ts', 'bills months in UTC, whatever the local time'],
      ['slow/hidden-causes.test.ts', 'a check names the hidden cause first in 9 of 10 cases'],
    ],
    gap: 'The service meters by the second; sums over a month differ by less than a second for each time awake.',
  },
  {
    model: 'Demand from samples',
    assumes:
      'A sample holds for its step; CPU, connections, memory and a working set at 90% or more of what the size in force has are lower bounds. Between samples nothing is known.',
    source: 'Capacity hides demand: CPU measured on 2 vCPU never shows more than 2.',
    evidence: [
      ['trace/capacity.test.ts', 'tell which samples are lower bounds'],
      ['trace/bounds.test.ts', 'no sample below 90% is counted and none above is missed'],
      ['cli/bounds.test.ts', 'rule out configurations with less, whatever objectives may be broken'],
      [
        'slow/truth-recovered.test.ts',
        'a demand of 4 vCPU that was measured through 2 is planned for, or the answer says that it cannot tell',
      ],
    ],
    gap: 'Bursts shorter than a step are not seen. How much more was wanted is rebuilt of CPU alone. A process that was killed is told by the fall of memory alone, and max_connections of a range by the largest size so far where no range is told.',
  },
  {
    model: 'Chance in plans',
    assumes: 'Months to come are like the weeks of the trace, drawn in blocks that keep weekdays together.',
    source: 'The block bootstrap.',
    evidence: [
      ['slow/plan-intervals.test.ts', 'the 90 % interval of the monthly cost'],
      [
        'planner/search.test.ts',
        'finds what trying everything finds: the same recommendation, and the same frontier',
      ],
    ],
    gap: 'Growth, campaigns and changes of the application are not in the past: `--growth`, `--event` and `backtest` are for these. See [accuracy](accuracy.md).',
  },
];
