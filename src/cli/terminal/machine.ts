import { availableParallelism } from 'node:os';
import { localMachine } from '../../library/index.ts';

/** A command's access to the machine: its clock and its threads. */
export interface HostMachine {
  wallMs(): number;
  /** Creates an alarm. Each call of the result sets it anew; Infinity turns it off. */
  alarm(ring: () => void): (afterMs: number) => void;
  readonly processors: number;
}

export const machine: HostMachine = {
  wallMs: localMachine.wallMs,
  alarm: localMachine.alarm,
  processors: availableParallelism(),
};
