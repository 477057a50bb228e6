import { z } from 'zod';
import { problem } from '../../problem/index.ts';
import { Faults } from '../reading/faults.ts';
import { jsonDocuments } from '../reading/json-documents.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import { SpanBound } from '../reading/span-bound.ts';
import { someWords } from '../series/series.ts';
import type { TraceChunk } from '../trace.ts';
import type { TraceEvent, TraceEventKind } from '../trace-event.ts';
import { otherProject } from './other-project.ts';

const answerSchema = z.looseObject({
  operations: z.array(
    z.looseObject({
      id: z.string(),
      project_id: z.string().optional(),
      endpoint_id: z.string().optional(),
      action: z.string(),
      status: z.string(),
      created_at: z.string(),
      total_duration_ms: z.number().min(0).optional(),
    }),
  ),
});
type Operation = z.output<typeof answerSchema>['operations'][number];

/** Reads operations of the service, which tell when a compute was woken and suspended. */
export async function readOperations(source: ByteSource, settings: ReadSettings): Promise<Reading> {
  const { name: file, timezone, strict, project } = settings;
  const wanted = endpointOf(settings);
  const faults = new Faults(file, strict);
  const operations = new Map<string, Operation>();
  for await (const { value, line } of jsonDocuments(source.pieces(), file))
    for (const operation of checked(value, file, line)) operations.set(operation.id, operation);
  const all = [...operations.values()].filter(
    ({ project_id }) => project === undefined || project_id === project,
  );
  if (project !== undefined && all.length === 0) {
    const others = [...operations.values()].flatMap(({ project_id }) => project_id ?? []);
    throw otherProject(file, project, new Set(others));
  }
  const ours = all.filter(
    ({ action, endpoint_id }) => action in KINDS && (wanted ?? endpoint_id) === endpoint_id,
  );
  const computes = [...new Set(ours.map(({ endpoint_id }) => endpoint_id ?? 'one without a name'))];
  if (computes.length > 1)
    throw problem(
      { file, field: 'endpoint_id' },
      `there are ${computes.length} computes: ${someWords(computes)}`,
      `name one, as in ‹map› endpoint_id=${computes[0]}`,
    );
  const events = ours
    .flatMap((operation) => eventOf(operation, faults))
    .sort((one, other) => one.atMs - other.atMs);
  const span = new SpanBound(() => ({ file, field: 'created_at' }));
  for (const { atMs } of events) span.see(atMs, () => 0);
  if (events.length === 0)
    throw problem(
      { file },
      `no compute${wanted === null ? '' : ` ${wanted}`} was started or suspended in it`,
      'export all pages of operations, of a longer time',
    );
  const head = { name: file, timezone, stepMs: null, columns: [] };
  return { stream: { head, chunks: one(events) }, notes: notesOf(all, events), skipped: faults.counts };
}

/** Whether a text starts like such an answer. */
export function isOperations(opening: string): boolean {
  return /^\s*(?:\[\s*)?\{\s*(?:"pagination"\s*:\s*\{[^}]*\}\s*,\s*)?"operations"\s*:\s*\[/.test(opening);
}

const KINDS: Readonly<Record<string, TraceEventKind>> = {
  start_compute: 'resume',
  suspend_compute: 'suspend',
};

async function* one(events: readonly TraceEvent[]): AsyncGenerator<TraceChunk> {
  yield { times: new Float64Array(0), values: [], events };
}

function endpointOf({ map, name: file }: ReadSettings): string | null {
  const [first, ...others] = map.map((text) => /^endpoint_id=(.+)$/.exec(text)?.[1]);
  if (map.length === 0) return null;
  if (first !== undefined && others.length === 0) return first;
  throw problem(
    { file, field: '‹map›' },
    'operations are events of a compute, and have no columns',
    'leave it out, or say which compute is meant: ‹map› endpoint_id=ID',
  );
}

function checked(value: unknown, file: string, line: number): readonly Operation[] {
  const answer = answerSchema.safeParse(value);
  if (answer.success) return answer.data.operations;
  const field = answer.error.issues[0]?.path.join('.') ?? '';
  throw problem(
    field === '' ? { file, line } : { file, line, field },
    'this is no answer about operations',
    'export what /projects/PROJECT/operations answers',
  );
}

function eventOf(operation: Operation, faults: Faults): TraceEvent[] {
  const { id, action, status, created_at: at, total_duration_ms: durationMs } = operation;
  const atMs = Date.parse(at);
  const what = Number.isNaN(atMs)
    ? 'operations without a time that can be read'
    : status !== 'finished'
      ? 'operations that did not finish'
      : null;
  if (what === null)
    return [
      { atMs, kind: KINDS[action] as TraceEventKind, ...(durationMs === undefined ? {} : { durationMs }) },
    ];
  faults.count(what, () => 1, `operation ${id}`);
  return [];
}

function notesOf(all: readonly Operation[], events: readonly TraceEvent[]): string[] {
  const resumes = events.filter(({ kind }) => kind === 'resume').length;
  const others = [...new Set(all.map(({ action }) => action).filter((action) => !(action in KINDS)))];
  return [
    `resume from start_compute: ${resumes}; suspend from suspend_compute: ${events.length - resumes}`,
    ...others.map((action) => `not read: operations ${action}`),
    'operations tell when a compute was awake, but not its load',
  ];
}
