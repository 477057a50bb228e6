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
      'A compute sleeps after its timeout without activity, which is checked every 500 ms. The next connection wakes it and waits for the start. Starts take 300 ms (p95 600 ms), log-normal, and do not fail.',
    source:
      'The service’s own table of states and rules, and its statement that a start takes “a few hundred milliseconds”. A third party measured a median of 1.8 s and a p95 of 2.6 s; `assumptions.start: measured` takes these.',
    evidence: [
      ['compute/transitions.test.ts', 'the transition table of the specification'],
      ['compute/table.test.ts', 'lives by the table and by XState have the same story'],
      ['simulator/scale-to-zero.test.ts', 'suspended, %s resumes a day'],
      ['compute/start-times.test.ts', 'the measured time is a fact with its source'],
      ['gateway/simulator-equality.test.ts', 'a compute behind the gateway lives as one of the engine does'],
    ],
    gap: 'Nobody knows how long starts take on the real service by region, size and hour. Autovacuum keeps a real compute awake; no demand of the simulator does.',
  },
  {
    model: 'Clients that meet at a wake',
    assumes:
      'The proxy admits all clients. With `assumptions.wakeAdmission`, it refuses a share of those that come after the first one, until some time after the start.',
    source:
      'A report of one user: refusals for 12 to 37 s after the start, in five of five cases (DragosDreptate/the-playground, issue 617, 2026-08-08). The service states nothing.',
    evidence: [
      [
        'simulator/wake-admission.test.ts',
        'the first one is admitted, and the proxy refuses the others with an error of their own kind',
      ],
      [
        'simulator/wake-admission.test.ts',
        'a refused client gets in as soon as one of its retries comes late enough',
      ],
      ['simulator/wake-admission.test.ts', 'a proxy that refuses a share of 0 changes no bit of a run'],
    ],
    gap: 'Nobody knows which clients a real proxy refuses, or for how long. A load is never refused, because metrics do not show single clients. The emulator admits everybody.',
  },
  {
    model: 'Logical replication',
    assumes:
      'A subscriber holds a connection and needs no CPU. While it is connected, the compute is not suspended. A subscriber that was cut off or refused comes back after 5 s.',
    source:
      'The service’s behaviour as an open issue describes it (neondatabase/neon, issue 6258). The 5 s are the default of Postgres’ `wal_retrieve_retry_interval`.',
    evidence: [
      ['simulator/replication.test.ts', 'keeps its compute awake, with one connection and without CPU'],
      ['simulator/replication.test.ts', 'comes back after a %s by hand'],
      [
        'simulator/replication.test.ts',
        'a compute is suspended only by commands, changes or a quota, while its subscriber is connected',
      ],
    ],
    gap: 'Decoding changes takes CPU and memory on a real compute; state a load for them. A real subscriber may give up after some attempts.',
  },
  {
    model: 'The autoscaler',
    assumes:
      'The goal is the published function of load average, memory and working set, with the published defaults. A compute goes up at once, and down by a quarter CU a second.',
    source:
      'The autoscaler’s published code and configuration; 200 goals were computed independently, and the model gives the same. The time of a step down is an assumption. Scaling by the local file cache is off in the published configuration and on in the documentation. It is on here, and `assumptions.lfcScaling` turns it off.',
    evidence: [
      ['compute/scaling/goal.test.ts', 'there are 200 cases of the oracle'],
      ['compute/scaling/scaling.test.ts', 'a hosted compute goes to the goal of the oracle'],
      [
        'compute/scaling/decide.test.ts',
        'it never leaves the range, never steps down by more than a quarter, and says why',
      ],
      [
        'simulator/laws.test.ts',
        'automatic resizing drops no connection, and a stop of the compute drops all',
      ],
    ],
    gap: 'A real host may be full, which delays or denies a step up; here this never happens. The service may use other targets than the published defaults.',
  },
  {
    model: 'CPU and what waits for it',
    assumes:
      'All runnable queries share the processors equally. A load is a stream of queries that take `cpuPerQuery` each and come at random, unless `randomArrivals` says that they come evenly. Queries that find no processor queue, without limit unless `concurrency` sets one. Sizes below 1 CU burst to a whole processor for as long as they want. Other sizes with a fraction of a processor have a quota for each 100 ms: queries run at full speed until it is used, and 3 ms longer, which the next period has less. The end of a query is rounded to a whole millisecond, and the next query makes up for the difference. Queries that share a processor need up to 10% more of it. A connection takes no CPU unless `connectionCpu` sets some: 60% of it before the first query, and 40% when a client closes it after its query. Connections that a pool closes because they idle take none of the latter. Checkpoints, vacuum and the like take no CPU unless `ownWork` sets a share of that of queries: then Postgres does such work in portions of 10 ms, and nobody waits for it.',
    source:
      'Queueing theory for the shares; quotas, the cost of sharing and of connections, and the work of Postgres itself as [measured on a real server](reality.md). The service publishes a CPU quota of four times the vCPU, on whole processors, and the burst follows from it. That a burst may last without end is an assumption.',
    evidence: [
      ['simulator/erlang.test.ts', 'refused (Erlang B)'],
      ['simulator/models.test.ts', 'a five-minute burst to 4 vCPU on 0.25 to 8 CU'],
      ['compute/cpu-quota.test.ts', 'ends jobs when a loop over milliseconds ends them'],
      ['compute/cpu-quota.test.ts', 'has less of its quota in the period after one that used more'],
      ['compute/cpu-quota.test.ts', 'leaves the processor time of many short queries as it is'],
      ['simulator/models.test.ts', 'CPU that a load asks for and does not get is served later'],
      [
        'compute/random-arrivals.test.ts',
        '%s processors, load %s (Erlang B: %s, Erlang C: %s): %s query times of waiting for each',
      ],
      ['simulator/models.test.ts', 'a load on %s CU at %s of its use waits as single queries of %s ms do'],
      [
        'simulator/models.test.ts',
        'the autoscaler follows a load of %s processors as it follows single queries that come at random',
      ],
      ['simulator/models.test.ts', 'Postgres itself takes CPU after queries, and nobody waits for it'],
    ],
    gap: 'Locks, storage and network slow down a real database too, and are not modelled. Real checkpoints and vacuum come every few minutes, and follow from writes alone. Queries of a load that wait for each other count in the load average, but not in its added delay; [on a real server](reality.md#what-is-not-modelled) they take longer, too. That queue is there at once, and a real one takes up to a minute to grow. The number of waiting queries changes how fast the autoscaler reacts by a factor of twenty; the sensitivity list of `plan` shows what that means for its recommendation.',
  },
  {
    model: 'Load averages',
    assumes:
      'Linux’s damped averages over one and five minutes of the runnable queries of the compute’s own demand, every five seconds. Linux counts every 5.004 seconds, so its counts fall on all parts of a quota’s period in turn. Counts fall on all parts here too, because the period is shorter by 0.08%.',
    source: 'The kernel’s recurrence.',
    evidence: [
      ['simulator/agenda.test.ts', 'equals the recurrence of the Linux kernel, in closed form'],
      ['simulator/models.test.ts', 'a load average counts what waits for a quota as often as it waits'],
    ],
    gap: 'The kernel also counts processes that wait for a disk, and the service’s own processes. Neither is modelled.',
  },
  {
    model: 'Memory',
    assumes:
      '160 MB for the machine, 2 MB for each connection, and what queries and loads state. If less than 100 MB of RAM is left, a backend is killed, and Postgres ends all sessions.',
    source:
      'The autoscaler itself denies a step down if the memory in use would not fit. The memory of the machine and of a connection are assumptions.',
    evidence: [
      [
        'simulator/models.test.ts',
        'a query that grows beyond the RAM of a fixed size is killed, and takes all sessions with it',
      ],
      [
        'simulator/models.test.ts',
        'with a range the autoscaler scales up for such a query, and memory in use prevents scaling down',
      ],
    ],
    gap: 'You state the memory of a query; it is not derived from `work_mem`, sorts and hashes.',
  },
  {
    model: 'The cache',
    assumes:
      'A read hits with probability (cached / working set)^(1 - skew), with a skew of 0.5. A miss costs 0.5 ms. A sleep or a restart empties the cache, and a step down drops what no longer fits.',
    source:
      'The size of the local file cache is the service’s. The skew and the cost of a miss are assumptions.',
    evidence: [
      ['simulator/models.test.ts', 'holds a working set that fits, once it is warm'],
      ['simulator/models.test.ts', 'is cold after each restart, and a miss takes time'],
    ],
    gap: 'Others report that a cold cache costs about 70% of throughput in the first minutes. Here the loss depends on the pages and the cost of misses that you state. Scans that flush the cache are not modelled.',
  },
  {
    model: 'Connections and the pooler',
    assumes:
      '`max_connections` follows from minimum and maximum by the [8 x rule](glossary.md#the-service); 7 of them are reserved. The pooler has one pool, for one user on one database, at most 10,000 clients, and at most 120 s in its queue.',
    source:
      'The service’s tables and documentation. The size of the pool and the wait are from the documentation of 2026-08.',
    evidence: [
      [
        'simulator/models.test.ts',
        'a client above max_connections minus reserved ones gets the error of Postgres',
      ],
      [
        'simulator/models.test.ts',
        'the pooler serves all clients, some after a wait, and a wait of two minutes is an error',
      ],
      [
        'gateway/gateway.test.ts',
        'causes one start, even as one of a thousand, and each is served or refused by the rules',
      ],
    ],
    gap: 'In reality, each user and database has its own pool; here they share one.',
  },
  {
    model: 'Clients',
    assumes:
      'Clients wait 5 s for a connection. They try again, and keep connections, only if the scenario says so.',
    source: 'The defaults of common drivers.',
    evidence: [
      ['simulator/models.test.ts', 'a connect times out, and the client retries as often as it may'],
      [
        'simulator/models.test.ts',
        'a pool finds connections that died while the compute slept, and a test before use avoids the error',
      ],
    ],
    gap: 'People who wait too long leave, and some come back. Here, only closed groups of clients react to waits.',
  },
  {
    model: 'The meter and money',
    assumes:
      'CU-time counts by the millisecond while the compute shows as active, including the time before a sleep. Months are in UTC. You enter storage, history and transfer; they are not simulated.',
    source: 'The price list of 2026-08; `--prices` takes another.',
    evidence: [
      [
        'simulator/laws.test.ts',
        'metered CU-time is the integral of the size over the active time, and an idle compute costs nothing',
      ],
      ['simulator/models.test.ts', 'bills months in UTC, whatever the local time'],
      ['slow/hidden-causes.test.ts', 'a check names the hidden cause first in 9 of 10 cases'],
    ],
    gap: 'The service meters by the second. Sums over a month differ by less than a second for each awake period.',
  },
  {
    model: 'Demand from samples',
    assumes:
      'A sample holds for its step. CPU, connections, memory and working set at 90% or more of the limit of the size in force are [lower bounds](glossary.md#demand): the real demand may be higher. Nothing is known between samples.',
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
    gap: 'Bursts shorter than a step are not seen. Hidden demand is estimated for CPU only. A killed process is recognised only by the fall of memory. If the range is unknown, max_connections follows from the largest size so far.',
  },
  {
    model: 'Chance in plans',
    assumes:
      'Months to come are like the weeks of the trace, and are drawn in blocks that keep weekdays together.',
    source: 'The block bootstrap.',
    evidence: [
      ['slow/plan-intervals.test.ts', 'the 90 % interval of the monthly cost'],
      [
        'planner/search.test.ts',
        'finds what trying everything finds: the same recommendation, and the same frontier',
      ],
    ],
    gap: 'The past does not contain growth, campaigns and changes of the application. Use `--growth`, `--event` and `backtest` for these. See [accuracy](accuracy.md).',
  },
];
