import type { PlannedJob } from '../../advisor/index.ts';
import { jsonDocument } from '../../report/index.ts';

const SCHEMA = 'tidemark/plan-result';
const VERSION = 8;

/** A plan as it is kept. */
export function resultText(key: string, planned: PlannedJob): string {
  return `${jsonDocument({ schema: SCHEMA, version: VERSION, key, ...planned })}\n`;
}

/** Null if the text was changed or cut, so that the plan is made again. */
export function plannedIn(text: string, key: string): PlannedJob | null {
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
