import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const QUARTERS = 96;

/** Writes a list of databases, each with its own day of CPU, and returns its path. */
export function writeDatabases(folder: string, count: number): string {
  mkdirSync(folder, { recursive: true });
  const rows = Array.from({ length: count }, (_, i) => {
    const times = Array.from({ length: QUARTERS }, (_, quarter) => {
      const time = new Date(Date.UTC(2026, 2, 2) + quarter * 900_000).toISOString();
      return `${time},${((i % 7) * 0.2 + (quarter > 32 && quarter < 70 ? 0.4 : 0.02) + i / 10_000).toFixed(4)}`;
    });
    writeFileSync(join(folder, `${i}.csv`), `time,cpu_vcpu\n${times.join('\n')}\n`);
    return `  - { name: db-${i}, file: ${i}.csv, current: "1-4, 5m" }`;
  });
  const list = join(folder, 'list.yaml');
  writeFileSync(list, `databases:\n${rows.join('\n')}\n`);
  return list;
}

/** Writes a list of a database whose plan takes seconds, more for a longer horizon, and of others with short plans. */
export function writeLongDatabase(folder: string, horizon: string, more = 0): string {
  const list = writeDatabases(folder, more);
  writeFileSync(
    join(folder, 'long.yaml'),
    `why: A plan that takes a while, so that a worker can be killed while it makes it.
start: 2026-03-04
horizon: ${horizon}
compute: { size: 1, workingSet: 2GB }
demand:
  - name: application
    kind: clients
    count: 20
    think: { mean: 3s }
    query: { cpu: { mean: 20ms }, wait: { mean: 25ms }, pages: 80 }
`,
  );
  const others = Array.from(
    { length: more },
    (_, i) => `  - { name: db-${i}, file: ${i}.csv, current: "1-4, 5m" }`,
  );
  writeFileSync(list, `${['databases:', '  - { name: long, file: long.yaml }', ...others].join('\n')}\n`);
  return list;
}
