import { join } from 'node:path';
import type { KeptPlans, PlannedJob } from '../../../advisor/index.ts';
import { keyOf, MOST_RESULT_BYTES, openSource } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { jsonDocument } from '../../../report/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';

const SCHEMA = 'tidemark/plan-result';
const VERSION = 6;

/** Stores plans as files in a folder. The name of a file is the key of its job. */
export function keptPlansIn(folder: string | undefined, terminal: Terminal): KeptPlans {
  if (folder === undefined) return { keyOf, known: () => null, keep: () => {} };
  terminal.makeFolder(folder);
  const pathOf = (key: string) => join(folder, `${key}.json`);
  return {
    keyOf,
    known(key) {
      const path = pathOf(key);
      if (!terminal.exists(path)) return null;
      // Opening a pipe would wait for a writer.
      if (openSource(path, terminal).bytes === null)
        throw problem(
          { file: path },
          'it is no ordinary file, and a plan is kept there',
          'remove it, or name another folder with --results',
        );
      return planIn(new TextDecoder().decode(terminal.read(path, MOST_RESULT_BYTES)), key);
    },
    keep(key, planned) {
      const file = terminal.create(pathOf(key));
      try {
        file.write(`${jsonDocument({ schema: SCHEMA, version: VERSION, key, ...planned })}\n`);
        file.commit();
      } finally {
        file.discard();
      }
    },
  };
}

/** Ignores a file that was changed or cut, so that the plan is made again. */
function planIn(text: string, key: string): PlannedJob | null {
  try {
    const { schema, version, key: known, ...planned } = JSON.parse(text) as Kept;
    return schema === SCHEMA && version === VERSION && known === key ? planned : null;
  } catch {
    return null;
  }
}

interface Kept extends PlannedJob {
  readonly schema: unknown;
  readonly version: unknown;
  readonly key: unknown;
}
