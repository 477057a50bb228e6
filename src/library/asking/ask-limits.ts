import type { Limit, OptionLimits } from '../settings/option-limits.ts';
import type { AskOptions } from './asking.ts';

const FUNCTION: Limit = { allows: (value) => typeof value === 'function', write: 'a function' };

/** The valid values of each option of asking. */
export const ASK_LIMITS: OptionLimits<AskOptions> = {
  // A signal of another realm, such as that of a test environment, is no instance of this one's class.
  signal: {
    allows: (value) => typeof value === 'object' && value !== null && 'throwIfAborted' in value,
    write: 'an AbortSignal',
  },
  onProgress: FUNCTION,
  threads: {
    allows: (value) => Number.isInteger(value) && Number(value) >= 1,
    write: 'a whole number of processors, 1 or more',
  },
  files: {
    allows: (value) =>
      typeof value === 'object' &&
      value !== null &&
      Object.values(value).every((one) => typeof one === 'string' || one instanceof Uint8Array),
    write: 'texts or bytes by the paths of files',
  },
};

export const SIMULATE_ASK_LIMITS: OptionLimits<AskOptions & { readonly onEvent?: unknown }> = {
  ...ASK_LIMITS,
  onEvent: FUNCTION,
};
