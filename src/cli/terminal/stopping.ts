import type { Stopping } from '../../library/index.ts';
import { Interrupted } from './interruption.ts';

/** Ctrl-C and a request to end abort the signal. */
export function stoppingOn(signals: NodeJS.EventEmitter, left: string): Stopping {
  const controller = new AbortController();
  const stop = () => controller.abort(new Interrupted(left));
  signals.on('SIGINT', stop).on('SIGTERM', stop);
  return {
    signal: controller.signal,
    end: () => {
      signals.off('SIGINT', stop).off('SIGTERM', stop);
    },
  };
}
