import { basename } from 'node:path';
import type { FactSet } from '../../facts/index.ts';
import { readText } from '../intake/input.ts';
import type { Reader } from '../intake/reader.ts';
import { readScenarioFile } from '../intake/scenario-file.ts';
import type { ServeSettings } from './serve-settings.ts';
import type { ServedScenario } from './start-service.ts';

/** Reads the scenario that the service runs. Null if there is none. */
export async function servedScenario(
  { scenario: file, plan }: ServeSettings,
  facts: FactSet,
  reader: Reader,
): Promise<ServedScenario | null> {
  if (file === undefined) return null;
  const { simulation } = await readScenarioFile(file, readText(file, reader), { facts, plan }, reader);
  return { name: basename(file).replace(/\.(?:ya?ml|json)$/, ''), simulation };
}
