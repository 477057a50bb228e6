import { join } from 'node:path';
import {
  type CollectedSpan,
  type Collection,
  type CollectionRequest,
  type TraceStore,
  traceFileOf,
} from '../../../collecting/index.ts';
import { problem } from '../../../problem/index.ts';
import { collectedList, collectionDocument, jsonDocument } from '../../../report/index.ts';
import { parquet } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The collection of an earlier run for the same request. */
export interface EarlierCollection {
  readonly span: CollectedSpan;
  /** The number of samples of each collected trace, by the id of its compute. */
  readonly samples: ReadonlyMap<string, number>;
  readonly isUnfinished: boolean;
}

export type KeptCollection = ReturnType<typeof keptCollection>;

/** The folder of a collection: the list, the traces, and the file that says how far it is. */
export function keptCollection(folder: string, terminal: Terminal) {
  const statePath = join(folder, 'collection.json');
  const listPath = join(folder, 'list.yaml');
  const tracePath = (endpointId: string) => join(folder, traceFileOf({ endpointId }));
  const write = async (path: string, content: Iterable<string> | AsyncIterable<Uint8Array>) => {
    const file = terminal.create(path);
    try {
      for await (const part of content) file.write(part);
      file.commit();
    } finally {
      file.discard();
    }
  };
  return {
    listPath,
    /** Null if there is none, or if it asked for something else. */
    earlier(request: CollectionRequest): EarlierCollection | null {
      if (!terminal.exists(statePath)) return null;
      const state = stateIn(new TextDecoder().decode(terminal.read(statePath, Number.POSITIVE_INFINITY)));
      if (state === null)
        throw problem(
          { file: statePath },
          'it does not say how far a collection is',
          'remove it, or name another folder with --output',
        );
      return JSON.stringify(state.request) === JSON.stringify(request) ? earlierOf(state) : null;
    },
    store(): TraceStore {
      terminal.makeFolder(join(folder, 'traces'));
      return {
        has: (endpointId) => terminal.exists(tracePath(endpointId)),
        write: (endpointId, trace) => write(tracePath(endpointId), parquet(trace)),
      };
    },
    async writeState(collection: Collection) {
      await write(statePath, [`${jsonDocument(collectionDocument(collection, listPath))}\n`]);
    },
    async writeList(collection: Collection) {
      await write(listPath, [collectedList(collection)]);
    },
  };
}

interface CollectionState {
  readonly request: unknown;
  readonly from: string;
  readonly to: string;
  readonly stepMs: number;
  readonly isWhole: boolean;
  readonly totals: { readonly failed: number };
  readonly databases: readonly {
    readonly endpointId: string;
    readonly file: string | null;
    readonly samples: number;
  }[];
  readonly unlisted: readonly unknown[];
}

/** Null if the text is of another program, of another version, or cut. */
function stateIn(text: string): CollectionState | null {
  try {
    const { schema, version, ...state } = JSON.parse(text) as CollectionState & {
      readonly schema: unknown;
      readonly version: unknown;
    };
    return schema === 'tidemark/collection' && version === 1 ? state : null;
  } catch {
    return null;
  }
}

function earlierOf({
  from,
  to,
  stepMs,
  isWhole,
  totals,
  databases,
  unlisted,
}: CollectionState): EarlierCollection {
  return {
    span: { fromMs: Date.parse(from), toMs: Date.parse(to), stepMs },
    samples: new Map(
      databases.filter(({ file }) => file !== null).map(({ endpointId, samples }) => [endpointId, samples]),
    ),
    isUnfinished: !isWhole || totals.failed > 0 || unlisted.length > 0,
  };
}
