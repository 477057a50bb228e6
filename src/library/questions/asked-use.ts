import type { StatedUse } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { BILLED_BYTES_WORDS, parseBilledBytes } from '../../scenario/index.ts';

/** The use of a project in a month beside compute, for the whole bill. A scenario has its own `bill`. */
export interface UseOptions {
  /** The logical size of the root branch, such as `20GB`. */
  readonly storage?: string;
  /** The size of the restore history, such as `5GB`. */
  readonly restoreHistory?: string;
  /** Public transfer in a month, such as `300GB`. */
  readonly transfer?: string;
}

/** Checks what the question states about the bill. */
export function askedUse({ storage, restoreHistory, transfer }: UseOptions): Partial<StatedUse> {
  return {
    ...(storage === undefined ? {} : { storageBytes: bytesOf('storage', storage) }),
    ...(restoreHistory === undefined ? {} : { historyBytes: bytesOf('restoreHistory', restoreHistory) }),
    ...(transfer === undefined ? {} : { transferBytes: bytesOf('transfer', transfer) }),
  };
}

function bytesOf(option: keyof UseOptions, text: string): number {
  const bytes = parseBilledBytes(text);
  if (bytes === null) throw problem({ options: [option] }, `found "${text}"`, `write ${BILLED_BYTES_WORDS}`);
  return bytes;
}
