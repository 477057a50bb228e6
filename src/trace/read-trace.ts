import { problem } from '../problem/index.ts';
import { isZone } from '../workload/index.ts';
import { readCsv } from './csv/read-csv.ts';
import { formatOf } from './format.ts';
import { gunzip } from './gunzip.ts';
import { isPacked } from './is-trace.ts';
import { openingOf } from './opening.ts';
import type { Reading, ReadSettings } from './reading.ts';
import { closing } from './replay/closing.ts';
import { lookAhead, type Source } from './source.ts';

/** Reads a trace in whatever format its first bytes are, gzip too. Throws a problem where it is none. */
export async function readTrace(from: Source, settings: ReadSettings): Promise<Reading> {
  const reading = await readAny(from, settings);
  const { head, chunks } = reading.stream;
  return { ...reading, stream: { head, chunks: closing(chunks, () => from.close?.()) } };
}

async function readAny(from: Source, settings: ReadSettings): Promise<Reading> {
  const { name } = settings;
  if (!isZone(settings.timezone))
    throw problem(
      { file: name },
      `"${settings.timezone}" is no time zone`,
      'use a name such as Europe/Berlin',
    );
  const packed = await lookAhead(from);
  const { first, source } = isPacked(packed.first)
    ? await lookAhead({ pieces: () => gunzip(packed.source.pieces(), name), parts: null })
    : packed;
  refuseWhatIsNoText(first, name);
  const text = hasMark(first) ? { pieces: () => withoutMark(source.pieces()), parts: source.parts } : source;
  const opening = openingOf(first);
  const format = formatOf(opening);
  if (format !== null) return format.read(text, settings);
  if (/^\s*[{[]/.test(opening))
    throw problem(
      { file: name, line: 1 },
      'this is JSON, but of no form that is known here',
      'docs/traces.md lists those that are; for anything else give CSV',
    );
  return readCsv(text.pieces(), settings);
}

function refuseWhatIsNoText(first: Uint8Array, file: string): void {
  if (first.every((byte) => byte <= 32) && !first.includes(0))
    throw problem({ file }, 'the file is empty', 'a trace has a line for each sample; see docs/traces.md');
  if ((first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff))
    throw problem({ file }, 'the text is UTF-16', 'save it as UTF-8');
  if (first.includes(0))
    throw problem(
      { file },
      'this is no text',
      'give CSV, or a trace that tidemark wrote; either may be gzip',
    );
}

/** Some programs put a mark before a text to say that it is UTF-8. */
function hasMark(first: Uint8Array): boolean {
  return first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf;
}

async function* withoutMark(all: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let seen = false;
  for await (const piece of all) {
    yield seen ? piece : piece.subarray(3);
    seen = true;
  }
}
