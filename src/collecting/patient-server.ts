import type { GetAnswer, ServerAnswer, Waiting } from './ports.ts';
import { backoffMs, MOST_TRIES, waitBeforeRetryMs } from './retry.ts';

/** A server that is asked again if it is busy. */
interface PatientServer {
  readonly get: GetAnswer;
  /** Whether the last request found no server, although requests before it did. */
  isLost(): boolean;
}

/**
 * Sends a request again if the server is busy, as often and as late as it asks. While the server wants to be left alone,
 * other requests wait too. If nothing answers, only a server that has answered before is asked again.
 */
export function patientServer(get: GetAnswer, { nowMs, sleep, tell }: Waiting): PatientServer {
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  let hasAnswered = false;
  let isLost = false;
  const rest = async (waitMs: number, host: string) => {
    quietUntilMs = Math.max(quietUntilMs, nowMs() + waitMs);
    tell(waitMs, host);
    await untilQuiet();
  };
  const untilQuiet = async () => {
    for (let leftMs = quietUntilMs - nowMs(); leftMs > 0; leftMs = quietUntilMs - nowMs())
      await sleep(leftMs);
  };
  const tryAgain = async (...[url, headers]: Parameters<GetAnswer>): Promise<ServerAnswer> => {
    await untilQuiet();
    for (let tries = 1; ; tries++) {
      let waitMs: number | null;
      try {
        const answer = await get(url, headers);
        hasAnswered = true;
        waitMs = waitBeforeRetryMs(answer, tries, nowMs());
        if (waitMs === null) return answer;
      } catch (error) {
        if (!hasAnswered || !isConnectionError(error)) throw error;
        if (tries >= MOST_TRIES) {
          isLost = true;
          throw error;
        }
        waitMs = backoffMs(tries);
      }
      await rest(waitMs, url.host);
    }
  };
  return { get: tryAgain, isLost: () => isLost };
}

/** Whether `fetch` had no answer. A time-out or a stop is another error. */
function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError;
}
