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

export function peekDraw(source: i32, cause: i32): f64 {
  const stream = source * AT.STREAMS + cause;
  const drawn = cell(AT.STREAM_BLOCK + stream * AT.BLOCK + whole(AT.STREAM_PLACE + stream));
  return drawn * cell(AT.STREAM_FACTOR + stream);
}

export function skipDraw(source: i32, cause: i32): void {
  addWhole(AT.STREAM_PLACE + source * AT.STREAMS + cause, 1);
}

export function takeDraw(source: i32, cause: i32): f64 {
  const draw = peekDraw(source, cause);
  skipDraw(source, cause);
  return draw;
}
