import { DAY_MS, MINUTE_MS } from '../../src/facts/index.ts';
import { openStore } from '../../src/service/index.ts';
import { NO_QUERY } from '../../src/service/records/live-state.ts';
import { RANK } from '../../src/simulator/index.ts';
import { fill } from './fill.ts';
import { openService } from './settings.ts';

/** The time that a day of a stopped clock took, and the wakes in it. */
export interface Day {
  readonly tookMs: number;
  readonly inMemoryMs: number;
  readonly wakes: number;
}

// A process that runs a day of a hundred projects of ten computes. Each compute wakes twice.
const [, , folder] = process.argv;
const service = await openService(
  await openStore({ folder: folder ?? null, url: null }),
  Date.UTC(2026, 2, 2),
);
fill(service, 100, false);
service.advance(DAY_MS);
const { world } = service;
let [wakes, number] = [0, 0];
service.listen(({ event }) => {
  if (event.kind === 'started') wakes++;
});
for (const compute of world.computes.values()) {
  const startMs = world.nowMs + (number++ % 600) * MINUTE_MS;
  for (const atMs of [startMs, startMs + DAY_MS / 2]) {
    world.alarms
      .alarm(RANK.demand, (nowMs) =>
        compute.connect(
          {
            id: `c-${atMs}`,
            pooled: false,
            untilMs: nowMs + 5000,
            query: { ...NO_QUERY, waitMs: MINUTE_MS },
            leaves: false,
          },
          nowMs,
        ),
      )
      .set(atMs);
  }
}
await service.committed();
const startMs = performance.now();
service.advance(DAY_MS);
const inMemoryMs = performance.now() - startMs;
await service.committed();
const day: Day = { tookMs: performance.now() - startMs, inMemoryMs, wakes };
console.log(JSON.stringify(day));
await service.close();
