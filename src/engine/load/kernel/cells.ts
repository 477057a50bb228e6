// The memory of the kernel, in cells of eight bytes: what is where. Its source and its host both read this.

// What is given, to begin with.
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
/** How many changes of the load there are. */
export const CHANGES = 15;

// What is given of each start: how long it will take, and how long the suspend before it.
export const NEXT_START_MS = 16;
export const NEXT_SUSPEND_MS = 17;

// The life of the compute.
export const PHASE = 18;
/** When a start or a suspend under way is over. */
export const WORK_MS = 19;
/** The load waits at the door. */
export const WAITS = 20;
/** The load has wanted something of a compute that was awake. */
export const IS_WANTED = 21;
export const STARTED_MS = 22;
/** The last activity, and when the compute would sleep; Infinity while it is busy. */
export const ACTIVE_MS = 23;
export const SLEEP_MS = 24;

// What is due when: the end of a backlog, a change of the load, a reading of the metrics, a look at them.
export const GONE_MS = 25;
export const CHANGE_MS = 26;
export const TICK_MS = 27;
export const LOOK_MS = 28;

// The load, and the processors.
export const PLACE = 29;
export const MEMORY_BYTES = 30;
export const SINCE_MS = 31;
export const VCPU = 32;
export const FLOW_VCPU = 33;
export const FLOW_CPU_MS_PER_QUERY = 34;
export const FLOW_SERVED = 35;
export const BACKLOG_MS = 36;
export const MOVES = 37;
export const THROTTLED_MS = 38;
export const USED_CPU_MS = 39;

// The size, and what it follows.
export const SIZE = 40;
export const PEAK_SIZE = 41;
export const DENIALS = 42;
export const RUNNABLE = 43;
export const CHANGED_AT_TICK = 44;
export const LOAD1 = 45;
/** What memory asks for. */
export const REST_UNITS = 46;
export const STEP_DOWN_UNTIL_MS = 47;
export const DENIAL_UNTIL_MS = 48;
export const PRESSURE_UNTIL_MS = 49;

// The meter.
export const METERED_SINCE_MS = 50;
export const METERED_SIZE = 51;
export const METERED = 52;
export const AWAKE_MS = 53;

// Delays of the load's queries, as a histogram counts them.
export const DELAYS_WEIGHT = 54;
export const DELAYS_SUM = 55;
export const DELAYS_LARGEST = 56;
export const DELAYS = 57;
export const BINS = 1344;

/** How many sizes there may be, and one more. */
export const SIZES = 256;
/** By size: how long it was metered. */
export const MS_AT = DELAYS + BINS;

/** So far what one run differs from another in; what comes is the same for many, or found anew. */
export const OF_A_RUN = MS_AT + SIZES;

/** How much is left of a load average after so many ticks. */
export const DECAY = OF_A_RUN;
export const DECAY_STEPS = 4096;

// By size: the processors; by units: the least load that asks for so many.
export const VCPU_OF = DECAY + DECAY_STEPS;
export const LEAST_LOAD_OF = VCPU_OF + SIZES;

/** The changes of the load, column by column: when, with one more for the end, vCPU, bytes of memory. */
export const COLUMNS = LEAST_LOAD_OF + SIZES;
