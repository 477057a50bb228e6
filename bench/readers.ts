import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuredExit } from './measured-child.ts';
import { DOCUMENTS } from './readers/documents.ts';
import type { Form } from './readers/form.ts';
import { TRACES } from './readers/traces.ts';

/**
 * Measures processor time and peak memory of each reader on files of 1 to 64 MB, or up to its own limit. Fails if time
 * or memory grow more than one and a half times as much as the file. The arguments are names of forms, none for all.
 */

const MOST_GROWTH = 1.5;

const asked = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
try {
  for (const form of [...TRACES, ...DOCUMENTS])
    if (asked.length === 0 || asked.some((name) => form.name.includes(name))) measure(form);
} finally {
  rmSync(folder, { recursive: true });
}

function measure({ name, sizes, file, contents, args, exits = 0 }: Form): void {
  const path = join(folder, file);
  const figures = sizes.map((megabytes) => {
    writeFileSync(path, contents(megabytes));
    return { megabytes, ...measuredExit([exits], args(path)) };
  });
  const told = figures.map(
    ({ megabytes, cpuMs, peakBytes }) =>
      `${megabytes} MB: ${(cpuMs / 1000).toFixed(2)} s, ${(peakBytes / 1e6).toFixed(0)} MB`,
  );
  console.log(`${name}: ${told.join('; ')}`);
  figures.forEach(({ megabytes, cpuMs, peakBytes }, at) => {
    const before = figures[at - 1];
    if (before === undefined) return;
    const most = (MOST_GROWTH * megabytes) / before.megabytes;
    if (cpuMs <= most * before.cpuMs && peakBytes <= most * before.peakBytes) return;
    console.log(`${name}: more than linear from ${before.megabytes} to ${megabytes} MB`);
    process.exitCode = 1;
  });
}
