export const ANSWERED = 0;
/** The answer is no: a limit is exceeded, or no configuration meets all objectives. */
export const ANSWERED_NO = 1;
export const BAD_INPUT = 2;
export const BROKEN_INVARIANT = 70;
export const INTERRUPTED = 130;
