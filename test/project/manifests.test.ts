import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { run } from '../cli/run.ts';
import { root } from './place.ts';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

const require = createRequire(import.meta.url);
const folder = join(root, 'examples/kubernetes');
const manifests = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) =>
    parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => ({
      name,
      manifest: document.toJS() as Manifest,
    })),
  );

describe('the manifests for Kubernetes', () => {
  test.each(manifests)('$name: $manifest.kind is as its schema says', ({ manifest }) => {
    const { apiVersion, kind } = manifest;
    const Model = require(`kubernetes-models/${apiVersion}/${kind}`)[kind];
    expect(() => new Model(manifest).validate()).not.toThrow();
    const broken = { ...manifest, metadata: { name: 7 } };
    expect(() => new Model(broken).validate()).toThrow();
  });

  test.each(['workers.yaml', 'plan.yaml'])('the command of %s is one that tidemark takes', async (name) => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(/rediss:\S+/g, 'redis://127.0.0.1:1');
    const args: string[] = parse(/^ +args:\n((?: +- (?:worker|plan|-|\/).*\n)+)/m.exec(text)?.[1] ?? '');
    const files = { '/databases/list.yaml': 'databases:\n  - { name: a, file: a.csv }\n' };
    const { code, err } = await run(args, files);
    expect([code, err]).toEqual([2, expect.stringContaining('redis://127.0.0.1:1 cannot be used')]);
  });
});
