export const ANSWERED = 0;
export const BAD_INPUT = 2;
export const BROKEN_INVARIANT = 70;
export const INTERRUPTED = 130;
