import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measuredCommand } from './measured-child.ts';

/**
 * Time and peak memory of each reader of traces on files of 1 to 64 MB, as a table. Fails where four times the bytes take
 * more than six times the time or the memory.
 */

const MEGABYTES = [1, 4, 16, 64];
const MOST_GROWTH = 6;
const START_MS = Date.UTC(2026, 2, 2);
const HEAD = JSON.stringify({
  schema: 'tidemark/trace',
  version: 1,
  name: 'bench',
  timezone: 'UTC',
  stepMs: 1000,
  columns: [{ quantity: 'cpu', statistic: 'average', gap: 'unknown', source: 'cpu' }],
});
const iso = (row: number) => new Date(START_MS + row * 1000).toISOString();

interface Form {
  readonly name: string;
  readonly opening: string;
  readonly row: (at: number) => string;
  readonly end: string;
  readonly args?: readonly string[];
}

const FORMS: readonly Form[] = [
  {
    name: 'CSV',
    opening: 'time,cpu\n',
    row: (at) => `${iso(at)},0.${at % 10}\n`,
    end: '',
    args: ['--map', 'cpu=cpu:vcpu'],
  },
  {
    name: 'JSON lines',
    opening: `${HEAD}\n`,
    row: (at) => `[${START_MS + at * 1000},0.${at % 10}]\n`,
    end: '',
  },
  {
    name: 'Prometheus',
    opening:
      '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"up"},"values":[[1772409599,"1"]',
    row: (at) => `,[${START_MS / 1000 + at},"${at % 10}"]`,
    end: ']}]}}',
    args: ['--map', 'connections=up'],
  },
  {
    name: 'Postgres log',
    opening: '',
    row: (at) =>
      `${iso(at).replace('T', ' ').replace('Z', ' UTC')} [7] LOG:  duration: 3.1 ms  statement: select ${at}\n`,
    end: '',
  },
  { name: 'pgbench log', opening: '', row: (at) => `0 ${at} 500 0 ${START_MS / 1000 + at} 0\n`, end: '' },
];

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
try {
  for (const form of FORMS) measure(form);
} finally {
  rmSync(folder, { recursive: true });
}

function measure({ name, opening, row, end, args = [] }: Form): void {
  const file = join(folder, 'trace');
  const figures = MEGABYTES.map((megabytes) => {
    const rows = [opening];
    let size = opening.length;
    for (let at = 0; size < megabytes * 1e6; at++) {
      const text = row(at);
      rows.push(text);
      size += text.length;
    }
    writeFileSync(file, rows.join('') + end);
    return measuredCommand('trace', 'inspect', file, ...args);
  });
  const told = figures.map(
    ({ ms, peakBytes }, at) =>
      `${MEGABYTES[at]} MB: ${(ms / 1000).toFixed(2)} s, ${(peakBytes / 1e6).toFixed(0)} MB`,
  );
  console.log(`${name}: ${told.join('; ')}`);
  figures.forEach(({ ms, peakBytes }, at) => {
    const before = figures[at - 1];
    if (before === undefined) return;
    if (ms > MOST_GROWTH * before.ms || peakBytes > MOST_GROWTH * before.peakBytes) {
      console.log(`${name}: more than linear from ${MEGABYTES[at - 1]} to ${MEGABYTES[at]} MB`);
      process.exitCode = 1;
    }
  });
}
