import type { Asking } from '../../advisor/index.ts';
import { ProblemError, problem } from '../../problem/index.ts';
import { sourceOf } from '../../trace/index.ts';
import type { FileSource, Reader } from '../intake/reader.ts';
import { world } from '../node/world.ts';
import type { Host } from '../questions/host.ts';
import { type OptionLimits, optionProblems } from '../settings/option-limits.ts';
import { errorWithOptions } from '../settings/setting-names.ts';
import { ASK_LIMITS } from './ask-limits.ts';
import type { AskOptions } from './asking.ts';
import { isReadTrace, type ReadTrace, reopened } from './read-trace.ts';
import { hasBytes, type Source } from './source.ts';

/** A call of a function of the library. */
interface Call<Options> {
  readonly sources: readonly Source[];
  readonly options: Options;
  readonly limits: OptionLimits<Options>;
  readonly ask: AskOptions;
  /** Given if the function takes more of `ask` than others. */
  readonly askLimits?: OptionLimits<AskOptions>;
}

/**
 * Asks a question about sources, if there is nothing wrong with its options. A source in memory becomes a file that
 * only this question sees, so questions need to know only files.
 *
 * @param question gets the host, and the path of each source
 */
export async function answeredAbout<Options extends object, Answer>(
  { sources, options, limits, ask, askLimits = ASK_LIMITS }: Call<Options>,
  question: (host: Host, paths: readonly string[]) => Promise<Answer>,
): Promise<Answer> {
  const problems = [...optionProblems(options, limits), ...optionProblems(ask, askLimits)];
  if (problems.length > 0) throw new ProblemError(problems);
  const { signal = new AbortController().signal, onProgress } = ask;
  const memory: Memory = new Map(
    Object.entries(ask.files ?? {}).map(([name, content]) => [name, bytesOf(content)]),
  );
  const paths = sources.map((source) => pathOf(source, memory));
  const progress: Asking['progress'] = (doing, done, of, found) =>
    onProgress?.({ doing, share: done / of, ...(found === undefined ? {} : { found }) });
  const threads = world.threads(ask.threads);
  const pause = pausesOf(threads.wallMs);
  const host: Host = {
    reader: readerOf(memory, signal, onProgress),
    threads,
    asked: (run) => run({ signal, pause, progress, threads }),
  };
  try {
    signal.throwIfAborted();
    const answer = await question(host, paths);
    // Some questions have a partial answer, which nobody waits for here.
    signal.throwIfAborted();
    return answer;
  } catch (error) {
    throw errorWithOptions(error);
  }
}

/**
 * Questions pause far more often than other work of the thread needs. A turn of the event loop costs more than the work
 * between two pauses.
 */
const PAUSE_AFTER_MS = 5;

function pausesOf(wallMs: () => number): () => Promise<void> {
  let lastMs = wallMs();
  return async () => {
    if (wallMs() - lastMs < PAUSE_AFTER_MS) return;
    await world.pause();
    lastMs = wallMs();
  };
}

/** The path of a source. One in memory gets its name, or a number where several have the same. */
function pathOf(source: Source, memory: Memory): string {
  if (typeof source === 'string') return source;
  if (typeof source !== 'object' || source === null || Array.isArray(source))
    throw problem(
      { field: 'source' },
      `found ${JSON.stringify(source) ?? String(source)}`,
      'give a path, the content of a file, a trace, or the fields of a scenario',
    );
  const { name, content } = kept(source);
  let path = name;
  for (let count = 2; memory.has(path); count++) path = `${name} ${count}`;
  memory.set(path, content);
  return path;
}

/** A file has to say why it asks. */
const WHY = 'A program asks.';

/** Files that only one question sees, by their paths. */
type Memory = Map<string, Uint8Array | ReadTrace>;

function kept(source: Exclude<Source, string>): {
  readonly name: string;
  readonly content: Uint8Array | ReadTrace;
} {
  if (isReadTrace(source)) return { name: source.name, content: source };
  if (hasBytes(source)) return { name: source.name ?? 'the given content', content: bytesOf(source.bytes) };
  return { name: 'the given scenario', content: bytesOf(JSON.stringify({ why: WHY, ...source }, null, 2)) };
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

function opened(content: Uint8Array | ReadTrace): FileSource {
  if (content instanceof Uint8Array) return { ...sourceOf(content), bytes: content.length };
  return { ...sourceOf(new Uint8Array()), bytes: 0, trace: reopened(content) };
}

function readerOf(memory: Memory, signal: AbortSignal, onProgress: AskOptions['onProgress']): Reader {
  const { disk } = world;
  return {
    read: (path, mostBytes) => {
      const content = memory.get(path);
      return content instanceof Uint8Array ? content.subarray(0, mostBytes) : disk.read(path, mostBytes);
    },
    open: (path) => {
      const content = memory.get(path);
      return content === undefined ? disk.open(path) : opened(content);
    },
    list: (path) => (memory.has(path) ? null : disk.list(path)),
    beside: (file, named) => (memory.has(named) ? named : disk.beside(file, named)),
    progress: (doing) => ({ show: (share) => onProgress?.({ doing, share }), done: () => {} }),
    stopping: () => ({ signal, end: () => {} }),
  };
}
