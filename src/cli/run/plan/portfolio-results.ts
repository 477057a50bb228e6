import { join } from 'node:path';
import type { Plan } from '../../../planner/index.ts';
import { jsonDocument } from '../../../report/index.ts';
import type { Terminal } from '../../terminal.ts';

/** Plans that are kept by the keys of their jobs, so that none is made twice. */
export interface Results {
  /** null: there is none, or what is there is no plan of this key. */
  known(key: string): Plan | null;
  keep(key: string, plan: Plan): void;
}

const SCHEMA = 'tidemark/plan-result';
const VERSION = 2;

export function resultsIn(folder: string | undefined, terminal: Terminal): Results {
  if (folder === undefined) return { known: () => null, keep: () => {} };
  terminal.makeFolder(folder);
  const pathOf = (key: string) => join(folder, `${key}.json`);
  return {
    known(key) {
      const path = pathOf(key);
      return terminal.exists(path) ? planIn(new TextDecoder().decode(terminal.read(path)), key) : null;
    },
    keep(key, plan) {
      const file = terminal.create(pathOf(key));
      try {
        file.write(`${jsonDocument({ schema: SCHEMA, version: VERSION, key, plan })}\n`);
        file.commit();
      } finally {
        file.discard();
      }
    },
  };
}

/** A file that somebody has changed or cut is as good as none: the plan is made again. */
function planIn(text: string, key: string): Plan | null {
  try {
    const kept = JSON.parse(text) as {
      schema?: unknown;
      version?: unknown;
      key?: unknown;
      plan: Plan;
    } | null;
    return kept?.schema === SCHEMA && kept.version === VERSION && kept.key === key ? kept.plan : null;
  } catch {
    return null;
  }
}
