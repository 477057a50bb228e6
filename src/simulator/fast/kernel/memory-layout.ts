// The layout of the kernel's memory, as offsets in numbers of eight bytes. The AssemblyScript and its host share it.

// The inputs of a run.
export const CPU_MS_PER_QUERY = 0;
export const CONCURRENCY = 1;
export const BASE_BYTES = 2;
export const CONNECTION_BYTES = 3;
export const LEAST_SIZE = 4;
export const MOST_SIZE = 5;
export const SUSPEND_AFTER_MS = 6;
export const IDLE_CHECK_MS = 7;
export const LOAD_TARGET = 8;
export const MEMORY_USAGE_TARGET = 9;
export const MEMORY_TOTAL_TARGET = 10;
export const SEES_WORKING_SET = 11;
export const DOWNSCALE_STEP_MS = 12;
export const DENIED_RETRY_MS = 13;
export const PRESSURE_EVERY_MS = 14;
/** The number of changes in the columns of the load. */
export const CHANGES = 15;
/** An awake period of a full run ends at each change of the size. */
export const STOPS_AT_RESIZE = 16;
/** Whether queries of the load come at random. */
export const RANDOM_ARRIVALS = 17;
export const QUOTA_PERIOD_MS = 18;

// The durations of the next start, and of the suspend before it.
export const NEXT_START_MS = 19;
export const NEXT_SUSPEND_MS = 20;

// The life of the compute.
export const PHASE = 21;
/** The end of the start or suspend under way. */
export const WORK_MS = 22;
/** Whether the load waits for a start. */
export const WAITS = 23;
/** Whether the load has asked an awake compute for CPU at least once. */
export const IS_WANTED = 24;
export const STARTED_MS = 25;
/** The last activity, and the time of the suspend. Infinity while the compute is busy. */
export const ACTIVE_MS = 26;
export const SLEEP_MS = 27;

// The times of the next events: the end of a backlog, a change of the load, a tick, a look.
export const GONE_MS = 28;
export const CHANGE_MS = 29;
export const TICK_MS = 30;
export const LOOK_MS = 31;
/** The last event of the awake period. */
export const NOW_MS = 32;

// The load and the processors.
export const PLACE = 33;
export const MEMORY_BYTES = 34;
export const SINCE_MS = 35;
export const VCPU = 36;
export const LOAD_VCPU = 37;
export const LOAD_CPU_MS_PER_QUERY = 38;
export const LOAD_SERVED = 39;
export const BACKLOG_MS = 40;
export const MOVES = 41;
export const THROTTLED_MS = 42;
export const USED_CPU_MS = 43;
export const QUEUED_CPU_MS_MS = 44;

// The size, and the state of the autoscaler.
export const SIZE = 45;
export const PEAK_SIZE = 46;
export const RESIZES = 47;
export const DENIALS = 48;
export const RUNNABLE = 49;
export const CHANGED_AT_TICK = 50;
export const LOAD1 = 51;
export const LOAD5 = 52;
/** The memory at the last reading, and the units that it asks for. NaN if there was no reading. */
export const READ_BYTES = 53;
export const REST_UNITS = 54;
export const STEP_DOWN_UNTIL_MS = 55;
export const DENIAL_UNTIL_MS = 56;
export const PRESSURE_UNTIL_MS = 57;

// The maxima since they were last cleared.
export const MOST_BYTES = 58;
export const MOST_BACKLOG_MS = 59;
export const MOST_LOAD1 = 60;

// The meter.
export const METERED_SINCE_MS = 61;
export const METERED_SIZE = 62;
export const METERED = 63;
export const AWAKE_MS = 64;
/** The smallest and the largest metered size since they were last set. */
export const LEAST_METERED = 65;
export const MOST_METERED = 66;

// The delays of the load's queries, as in `Histogram`.
export const DELAYS_WEIGHT = 67;
export const DELAYS_SUM = 68;
export const DELAYS_LARGEST = 69;
/** The bytes of the working set for which the autoscaler asks for a byte of memory. */
export const WORKING_SET_RATIO = 70;

export const DELAYS = 71;
export const BINS = 1344;

/** The number of quarter-CU sizes that tables have room for, including 0. */
export const SIZES = 512;
/** Indexed by size: the time that it was metered. */
export const MS_AT = DELAYS + BINS;

/**
 * The offsets below this one hold the state of a run. The rest is the same for many runs, or is computed
 * again.
 */
export const RUN_STATE_LENGTH = MS_AT + SIZES;

/** Indexed by ticks: the remaining share of a load average, of one minute and of five. */
export const DECAY1 = RUN_STATE_LENGTH;
export const DECAY_STEPS = 4096;
export const DECAY5 = DECAY1 + DECAY_STEPS;

// Indexed by size: the processors, and for a full run the usable memory. Indexed by units: the least load
// that asks for this many.
export const VCPU_OF = DECAY5 + DECAY_STEPS;
export const USABLE_BYTES_OF = VCPU_OF + SIZES;
export const LEAST_LOAD_OF = USABLE_BYTES_OF + SIZES;

/** Queues of random arrivals that were computed, by processors: what each was computed for, and its length. */
export const QUEUE_VCPU = LEAST_LOAD_OF + SIZES;
export const QUEUE_ASKED = QUEUE_VCPU + SIZES;
export const QUEUE_CPU_MS_PER_QUERY = QUEUE_ASKED + SIZES;
export const QUEUE_LENGTH = QUEUE_CPU_MS_PER_QUERY + SIZES;

/** The changes of the load as columns: times with one more for the end, vCPU, and memory in bytes. */
export const COLUMNS = QUEUE_LENGTH + SIZES;

// The phases of a life.
export const STARTING = 0;
export const AWAKE = 1;
export const SUSPENDING = 2;
export const ASLEEP = 3;

// How an awake period or a stretch of clients ended. REACHED: at the given time, or with a suspend before it. LEFT: at a
// change that the kernel does not handle. RESIZED: at a change of size. DECIDES: after a reading, because the autoscaler may
// want another size. DRAWS: a stream of draws is empty, or a load has no more changes.
export const REACHED = 0;
export const LEFT = 1;
export const RESIZED = 2;
export const DECIDES = 3;
export const DRAWS = 4;
