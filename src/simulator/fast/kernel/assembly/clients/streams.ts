import * as AT from '../../client-layout';
import { addWhole, cell, putWhole, whole } from '../memory';

// The draws of sources. The host fills a stream that is empty.

/** Whether a stream of a source has a draw. */
export function hasDraw(source: i32, cause: i32): boolean {
  const stream = source * AT.STREAMS + cause;
  if (whole(AT.STREAM_PLACE + stream) < whole(AT.STREAM_END + stream)) return true;
  putWhole(AT.EMPTY_STREAM, stream);
  return false;
}

/** Whether each stream of a source has a draw. */
export function hasDraws(source: i32): boolean {
  return hasDraw(source, AT.COMING) && hasDraw(source, AT.CPU_TIMES) && hasDraw(source, AT.WAITS_OF_QUERIES);
}

/** Returns how many draws each stream of a source has at least. */
export function drawsLeft(source: i32): i32 {
  let least = AT.BLOCK;
  for (let stream = source * AT.STREAMS; stream < (source + 1) * AT.STREAMS; stream++)
    least = min(least, whole(AT.STREAM_END + stream) - whole(AT.STREAM_PLACE + stream));
  return least;
}

/** Returns where the next draw of a stream is, which counts times the factor. */
export function nextDrawAt(source: i32, cause: i32): i32 {
  const stream = source * AT.STREAMS + cause;
  return AT.STREAM_BLOCK + stream * AT.BLOCK + whole(AT.STREAM_PLACE + stream);
}

export function drawFactor(source: i32, cause: i32): f64 {
  return cell(AT.STREAM_FACTOR + source * AT.STREAMS + cause);
}

/** Skips draws of each stream of a source. */
export function skipDraws(source: i32, count: i32): void {
  for (let stream = source * AT.STREAMS; stream < (source + 1) * AT.STREAMS; stream++)
    addWhole(AT.STREAM_PLACE + stream, count);
}

export function nextDraw(source: i32, cause: i32): f64 {
  return cell(nextDrawAt(source, cause)) * drawFactor(source, cause);
}

/** Returns the draw that was taken last. */
export function lastDraw(source: i32, cause: i32): f64 {
  return cell(nextDrawAt(source, cause) - 1) * drawFactor(source, cause);
}

export function takeDraw(source: i32, cause: i32): f64 {
  addWhole(AT.STREAM_PLACE + source * AT.STREAMS + cause, 1);
  return lastDraw(source, cause);
}
