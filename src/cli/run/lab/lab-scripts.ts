import { readFileSync } from 'node:fs';
import type { LabScripts } from '../../../lab/index.ts';

/** The scripts and the style of the lab, as built. */
export function labScripts(): LabScripts {
  const built = (name: string) => readFileSync(new URL(name, BUILT), 'utf8');
  return { page: built('page.js'), worker: built('worker.js'), chartStyle: built('charts.css') };
}

/** Works from the built command and from its sources. */
const BUILT = new URL('../../../../dist/lab/', import.meta.url);
