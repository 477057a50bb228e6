import { problem } from '../../problem/index.ts';
import { type ScenarioFile, scenarioSchema } from '../schema/scenario-schema.ts';
import { checkDocument } from '../text/check.ts';
import type { Document } from '../text/document.ts';
import { changedDocument } from './changed-document.ts';
import { type FieldChange, POOLER } from './field-change.ts';

/** Applies changes to the scenario of a trace, and checks them as if they stood in a scenario file. */
export function changedTrace(
  file: ScenarioFile,
  document: Document,
  changes: readonly FieldChange[],
): { readonly file: ScenarioFile; readonly document: Document } {
  const settings = changes.filter(({ path }) => path[0] !== POOLER);
  for (const { flag, path } of settings) {
    if (!(SETTABLE as readonly PropertyKey[]).includes(path[0] as PropertyKey))
      throw problem({ field: flag }, 'the trace itself states this', `set ${SETTABLE.join(', ')}`);
  }
  const written: Document = {
    ...document,
    value: { why: file.why, horizon: '1d', compute: {}, demand: [] },
  };
  const made = changedDocument(written, settings);
  const checked = checkDocument(made, scenarioSchema);
  const { compute } = made.value as { readonly compute: { readonly workingSet?: unknown } };
  const touched = SETTABLE.filter((name) => settings.some(({ path }) => path[0] === name));
  return {
    document: made,
    file: {
      ...file,
      ...Object.fromEntries(touched.map((name) => [name, checked[name]])),
      ...(checked.compute === undefined
        ? {}
        : {
            compute: {
              ...checked.compute,
              workingSet:
                compute.workingSet === undefined
                  ? (file.compute?.workingSet ?? 0)
                  : checked.compute.workingSet,
            },
          }),
    },
  };
}

const SETTABLE = [
  'compute',
  'seed',
  'facts',
  'plan',
  'prices',
  'releases',
  'events',
  'passThrough',
  'bill',
  'assumptions',
] as const;
