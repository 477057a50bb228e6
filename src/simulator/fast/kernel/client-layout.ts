import { BINS, COLUMNS, SIZES } from './memory-layout.ts';

// The layout of the kernel's memory for clients, after that for a load, and instead of the load's columns. Offsets are
// in numbers of eight bytes. The AssemblyScript and its host share it.

// The room of the memory. Demand that needs more goes the general way.
export const MOST_SOURCES = 16;
export const MOST_LOADS = 8;
export const MOST_VISITS = 8192;
export const MOST_JOBS = 16_384;
export const MOST_SOCKETS = 1024;
export const MOST_CLIENTS = 4096;
export const BLOCK = 512;
export const MOST_CHANGES = 256;
export const MOST_RAMPS = 64;
export const MOST_STEPS = 1024;
export const MOST_START_WAITS = 4096;
export const MOST_HELD = 1024;
export const DURATIONS = 64;

// The events of a stretch beside those in the heap of events, with the order in which the alarm of the processors was
// set. The next number in that order.
export const CPU_DUE_MS = COLUMNS;
export const CPU_ORDER = COLUMNS + 1;
export const INACTIVE_MS = COLUMNS + 2;
/** The next alarm for idle connections: its time, its order within an instant, and its source. */
export const IDLE_SOCKETS_MS = COLUMNS + 3;
export const IDLE_SOCKETS_TIE = COLUMNS + 75;
export const IDLE_SOCKETS_OF = COLUMNS + 76;
export const NEXT_ORDER = COLUMNS + 4;
/** Events from this time on are not handled before the next part of memory, or not in this stretch. */
export const UNTIL_MS = COLUMNS + 5;
/** The start of the run, from which arrivals count too late. */
export const RUN_STARTED_MS = COLUMNS + 6;
/** The stream that needs more draws, or the load that needs more changes, which counts as a stream after all others. */
export const EMPTY_STREAM = COLUMNS + 7;

// Activity.
export const WAS_BUSY = COLUMNS + 8;
export const LIFE_STARTED_MS = COLUMNS + 9;

// The processors, with their quota.
export const SHARE = COLUMNS + 10;
export const SPEED = COLUMNS + 11;
export const PROCESSORS = COLUMNS + 12;
export const SERVICE = COLUMNS + 13;
/** The work that jobs had left when they ended, because ends are rounded. */
export const CARRIED_MS = COLUMNS + 84;
export const QUOTA_USED_MS = COLUMNS + 14;
export const PERIODS_FROM_MS = COLUMNS + 15;
export const CONTENTION = COLUMNS + 16;
export const LOAD_QUEUED = COLUMNS + 17;
export const IS_QUEUE_KNOWN = COLUMNS + 18;
export const NEXT_JOB = COLUMNS + 20;

// The autoscaler's readings.
export const TICK_IS_PAST = COLUMNS + 21;
export const READ_MS = COLUMNS + 22;
export const WANTED_MS = COLUMNS + 23;
export const METRIC_BYTES = COLUMNS + 24;
export const METRIC_CACHED = COLUMNS + 25;
export const METRIC_WORKING_SET = COLUMNS + 26;
export const WORKING_SET_TICKS = COLUMNS + 27;
export const WORKING_SET_WINDOW_MS = COLUMNS + 28;
export const LOAD_CHANGES_MS = COLUMNS + 30;
/** The number of ticks, of queries in one go and of some changes of a load in this stretch, which take no number in order. */
export const UNORDERED = COLUMNS + 83;

// Connections, and their limits.
export const DIRECT = COLUMNS + 31;
export const SERVER_BUSY = COLUMNS + 32;
export const POOLED = COLUMNS + 33;
export const LOAD_CONNECTIONS = COLUMNS + 34;
export const HIGHEST_CONNECTIONS = COLUMNS + 35;
export const PEAK_POOLED = COLUMNS + 36;
export const PEAK_OWN = COLUMNS + 37;
export const IN_FIRST_SECOND = COLUMNS + 38;
export const MOST_IN_FIRST_SECOND = COLUMNS + 39;
export const RUNS_SINCE_MS = COLUMNS + 40;
export const CONNECTION_LIMIT = COLUMNS + 41;
export const POOL_SIZE = COLUMNS + 42;
export const POOLED_LIMIT = COLUMNS + 43;
export const CONNECTION_CPU_MS = COLUMNS + 44;
export const OWED_MS = COLUMNS + 45;
export const OWN_WORK_SHARE = COLUMNS + 46;

// Memory.
export const QUERY_BYTES = COLUMNS + 47;
export const EACH_CONNECTION_BYTES = COLUMNS + 48;

// The cache.
export const RESIDENT_BYTES = COLUMNS + 49;
export const CAPACITY_BYTES = COLUMNS + 50;
export const WORKING_SET_BYTES = COLUMNS + 51;
export const HITS = COLUMNS + 52;
export const MISSES = COLUMNS + 53;
export const WAS_FULL = COLUMNS + 54;
export const HIT_RATIO = COLUMNS + 55;
/** The part of the curve that the hit ratio was computed for. -1: none. */
export const HIT_RATIO_PART = COLUMNS + 56;
export const MISS_MS = COLUMNS + 57;
export const LAST_READ_MS = COLUMNS + 58;
/** Negative if the cache is not warm yet. */
export const WARM_AFTER_MS = COLUMNS + 59;
export const COLD_READS_MS = COLUMNS + 60;
export const AWAKE_FROM_MS = COLUMNS + 61;
/** The rate at which loads read, the time from which these reads are not counted yet, and whether a load reads. */
export const FLOW_PAGES_PER_MS = COLUMNS + 19;
export const FLOW_SINCE_MS = COLUMNS + 29;
export const LOAD_READS = COLUMNS + 82;

// Queries.
export const BUSY_QUERIES = COLUMNS + 62;
export const QUERIES_DONE = COLUMNS + 63;
export const OPENED = COLUMNS + 64;
export const QUERY_DELAYS_WEIGHT = COLUMNS + 65;
export const QUERY_DELAYS_SUM = COLUMNS + 66;
export const QUERY_DELAYS_LARGEST = COLUMNS + 67;
/** Whether a query has run in one go since the last look at what a tick would read, and the next reading. */
export const HAS_PASSED = COLUMNS + 68;
export const READING_MS = COLUMNS + 69;

/** The numbers of visits that were ever in use, and of those that are free. */
export const VISITS = COLUMNS + 70;
export const FREE_VISITS = COLUMNS + 71;
export const LOADS = COLUMNS + 72;
export const EVICTED_BYTES = COLUMNS + 73;
/** Whether the kernel may change the size. */
export const RESIZES_IN_PLACE = COLUMNS + 77;
/** The time at each size is counted up to here, with the throttled time so far. */
export const SIZES_SINCE_MS = COLUMNS + 78;
export const THROTTLED_BEFORE_MS = COLUMNS + 79;
/** The sessions of the present arrival that have not begun, and their source. */
export const SESSIONS_LEFT = COLUMNS + 80;
export const SESSIONS_OF = COLUMNS + 81;
/** Whether somebody reads the reasons for a size, with the figures of the last reading. */
export const READS_REASONS = COLUMNS + 74;

export const SOURCES = COLUMNS + 85;
export const PARTS_PER_BYTE = COLUMNS + 86;

/** The time of the next part of memory, the order in which its alarm was set, and the number of ramps. */
export const RAMP_DUE_MS = COLUMNS + 87;
export const RAMP_ORDER = COLUMNS + 88;
export const RAMPS = COLUMNS + 89;

/** Whether the last event has left a hole at the root of the heap. */
export const HAS_HOLE = COLUMNS + 90;

/** Whether the kernel handles sleeps and wakes. */
export const HAS_LIFE = COLUMNS + 91;
/** The order in which the end of the start or suspend under way was set. The last suspend. */
export const WORK_ORDER = COLUMNS + 92;
export const SUSPENDED_MS = COLUMNS + 93;
/** Connections that a suspend has ended, and clients that wait or have waited for a start. */
export const DROPPED = COLUMNS + 94;
export const HELD_IN_ALL = COLUMNS + 95;
/** The place of the next duration of a start and of a suspend in their columns. */
export const START_PLACE = COLUMNS + 96;
export const SUSPEND_PLACE = COLUMNS + 97;
/** The number of entries in the columns of steps, of waits for a start, and of clients that wait now. */
export const STEPS = COLUMNS + 98;
export const START_WAITS = COLUMNS + 99;
export const HELD = COLUMNS + 100;

/** The temporary disk: what is in use, the most that was, and what there is. */
export const DISK_BYTES = COLUMNS + 101;
export const MOST_DISK_BYTES = COLUMNS + 102;
export const DISK_LIMIT_BYTES = COLUMNS + 103;

export const QUERY_DELAYS = COLUMNS + 104;
export const CURVE = QUERY_DELAYS + BINS;
export const CURVE_STEPS = 256;
/** The parts of each step. */
export const CURVE_PARTS = 64;
export const CACHE_BYTES_OF = CURVE + CURVE_STEPS + 2;

/** Indexed by size, since the beginning of the stretch: the time, -1 if the compute never had it; shortages. */
export const MS_AT_SIZE = CACHE_BYTES_OF + SIZES;
export const WAS_THROTTLED_AT = MS_AT_SIZE + SIZES;
export const WAS_FULL_AT = WAS_THROTTLED_AT + SIZES;

// Indexed by source.
export const SOURCE_KIND = WAS_FULL_AT + SIZES;
export const IS_POOLED = SOURCE_KIND + MOST_SOURCES;
export const PAGES = IS_POOLED + MOST_SOURCES;
/** The memory that a query takes at once, and how many parts of the same size it takes later. */
export const NEEDED_BYTES = PAGES + MOST_SOURCES;
export const PARTS_TO_COME = NEEDED_BYTES + MOST_SOURCES;
export const TEMPORARY_BYTES = PARTS_TO_COME + MOST_SOURCES;
export const SESSIONS = TEMPORARY_BYTES + MOST_SOURCES;
/** How long a client waits for a start. */
export const CONNECT_TIMEOUT_MS = SESSIONS + MOST_SOURCES;
export const KEEPS_CONNECTION = CONNECT_TIMEOUT_MS + MOST_SOURCES;
export const KEPT_OPEN = KEEPS_CONNECTION + MOST_SOURCES;
/** Connections that have died unnoticed, and the time at which a pool closes the first of them. */
export const DEAD = KEPT_OPEN + MOST_SOURCES;
export const DEAD_UNTIL_MS = DEAD + MOST_SOURCES;
export const CLIENTS = DEAD_UNTIL_MS + MOST_SOURCES;
export const SOCKETS = CLIENTS + MOST_SOURCES;
export const SOCKETS_LIMIT = SOCKETS + MOST_SOURCES;
/** The time for which a pool keeps idle connections. Infinity: forever. */
export const KEEPS_IDLE_MS = SOCKETS_LIMIT + MOST_SOURCES;
/** The share of a group that works, and until when. */
export const WORKING_SHARE = KEEPS_IDLE_MS + MOST_SOURCES;
export const WORKING_UNTIL_MS = WORKING_SHARE + MOST_SOURCES;
/** The alarm for idle connections, and the order in which it was set. */
export const IDLE_ALARM_MS = WORKING_UNTIL_MS + MOST_SOURCES;
export const IDLE_ALARM_ORDER = IDLE_ALARM_MS + MOST_SOURCES;
/** The place of the first entry, and the number of entries, in the rings below. */
export const FIRST_IDLE = IDLE_ALARM_ORDER + MOST_SOURCES;
export const IDLE = FIRST_IDLE + MOST_SOURCES;
export const FIRST_WANTING = IDLE + MOST_SOURCES;
export const WANTING = FIRST_WANTING + MOST_SOURCES;

// Indexed by load: its demand now, the CPU time and the pages of a query, and its connections while it asks for CPU.
export const VCPU_OF_LOAD = WANTING + MOST_SOURCES;
export const BYTES_OF_LOAD = VCPU_OF_LOAD + MOST_LOADS;
export const QUERY_CPU_MS_OF_LOAD = BYTES_OF_LOAD + MOST_LOADS;
export const PAGES_OF_LOAD = QUERY_CPU_MS_OF_LOAD + MOST_LOADS;
export const CONNECTIONS_OF_LOAD = PAGES_OF_LOAD + MOST_LOADS;
/** The place of its next change in the columns of changes, and the number of changes there. */
export const CHANGE_PLACE = CONNECTIONS_OF_LOAD + MOST_LOADS;
export const CHANGE_COUNT = CHANGE_PLACE + MOST_LOADS;

/** Rings of each source: when an idle connection was put back, and the visits that want a connection. */
export const IDLE_SINCE_MS = CHANGE_COUNT + MOST_LOADS;
export const WANTING_VISIT = IDLE_SINCE_MS + MOST_SOURCES * MOST_SOCKETS;

/** Streams of draws, three for each source: arrivals or pauses, CPU times, waits. Each draw counts times a factor. */
export const STREAMS = 3;
export const STREAMS_OF_LOADS = MOST_SOURCES * STREAMS;
export const STREAM_PLACE = WANTING_VISIT + MOST_SOURCES * MOST_CLIENTS;
export const STREAM_END = STREAM_PLACE + MOST_SOURCES * STREAMS;
export const STREAM_FACTOR = STREAM_END + MOST_SOURCES * STREAMS;
export const STREAM_BLOCK = STREAM_FACTOR + MOST_SOURCES * STREAMS;

// Indexed by visit.
export const VISIT_SOURCE = STREAM_BLOCK + MOST_SOURCES * STREAMS * BLOCK;
export const PHASE_OF_VISIT = VISIT_SOURCE + MOST_VISITS;
export const VISIT_BORN_MS = PHASE_OF_VISIT + MOST_VISITS;
export const VISIT_CPU_MS = VISIT_BORN_MS + MOST_VISITS;
export const VISIT_WAIT_MS = VISIT_CPU_MS + MOST_VISITS;
export const VISIT_BYTES = VISIT_WAIT_MS + MOST_VISITS;
export const VISIT_DISK_BYTES = VISIT_BYTES + MOST_VISITS;
export const VISIT_USE = VISIT_DISK_BYTES + MOST_VISITS;
export const VISIT_TRIES = VISIT_USE + MOST_VISITS;
/** The number of a client in its group. */
export const VISIT_NUMBER = VISIT_TRIES + MOST_VISITS;
export const FREE_VISIT = VISIT_NUMBER + MOST_VISITS;

/** Heaps of events and of jobs: the length, and columns for keys, ties and owners, each with room for this many. */
export const HEAP_ENTRIES = MOST_JOBS;
/** By time. An owner is a visit, or `MOST_VISITS` and a source, or `LOAD_OWNERS` and a load. */
export const EVENTS_HEAP = FREE_VISIT + MOST_VISITS;
/** By mark, with the number of the visit or of work that nobody waits for. */
export const JOBS = EVENTS_HEAP + 1 + 3 * HEAP_ENTRIES;

export const LOAD_OWNERS = MOST_VISITS + MOST_SOURCES;

/** The next changes of each load: times, of which there is one more than of changes, and the demand from each on. */
export const CHANGES_AT_MS = JOBS + 1 + 3 * HEAP_ENTRIES;
export const CHANGED_VCPU = CHANGES_AT_MS + MOST_LOADS * (MOST_CHANGES + 1);
export const CHANGED_BYTES = CHANGED_VCPU + MOST_LOADS * MOST_CHANGES;

/** Indexed by ramp: the query, with the use of its visit, a part of its memory, the parts left, and the time of the next. */
export const RAMP_VISIT = CHANGED_BYTES + MOST_LOADS * MOST_CHANGES;
export const RAMP_USE = RAMP_VISIT + MOST_RAMPS;
export const RAMP_PART_BYTES = RAMP_USE + MOST_RAMPS;
export const RAMP_PARTS = RAMP_PART_BYTES + MOST_RAMPS;
export const RAMP_NEXT_MS = RAMP_PARTS + MOST_RAMPS;

/** The next durations of starts and of suspends. */
export const START_TAKES_MS = RAMP_NEXT_MS + MOST_RAMPS;
export const SUSPEND_TAKES_MS = START_TAKES_MS + DURATIONS;

/** The steps of the life in this stretch: their times, and the phases that they lead to. How long clients waited for a start. */
export const STEP_MS = SUSPEND_TAKES_MS + DURATIONS;
export const STEP_TO = STEP_MS + MOST_STEPS;
export const WAITED_MS = STEP_TO + MOST_STEPS;

/** Indexed by client that waits for a start, in order: its visit, the end of its patience, and the order of that timer. */
export const HELD_VISIT = WAITED_MS + MOST_START_WAITS;
export const HELD_UNTIL_MS = HELD_VISIT + MOST_HELD;
export const HELD_ORDER = HELD_UNTIL_MS + MOST_HELD;

export const CLIENTS_END = HELD_ORDER + MOST_HELD;

// The kinds of sources. The general way handles all events of another source.
export const OTHER_SOURCE = 0;
export const JOB_SOURCE = 1;
export const GROUP_SOURCE = 2;

// The streams of a source.
export const COMING = 0;
export const CPU_TIMES = 1;
export const WAITS_OF_QUERIES = 2;

/** As in `Agenda`: an event's rank and order in one number. */
export const ORDERS = 281_474_976_710_656;
export const TIMEOUT_RANK = 4;
export const DEMAND_RANK = 5;
