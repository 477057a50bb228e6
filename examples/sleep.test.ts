import pg from 'pg';
import { type RunningService, serve } from 'tidemark/service';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stockOf } from './stock.ts';

// To open a database takes a second or more of real time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let service: RunningService;
let url: string;
let pool: pg.Pool;

beforeAll(async () => {
  // Time passes only when a test lets it pass, so no test waits for a real minute.
  service = await serve({ port: 0, clock: 'stopped' });
  url = await service.postgresUrl();
  pool = new pg.Pool({ connectionString: url });
  // The pool drops a connection that the database has ended. Without a listener, this would end the process.
  pool.on('error', () => {});
  await service.withStarts(pool.query('create table stock (item text primary key, pieces int)'));
  await pool.query("insert into stock values ('lamp', 7)");
});

afterAll(async () => {
  await pool.end();
  await service.close();
});

const state = () => service.computes()[0]?.state;

test('the database falls asleep when nobody asks for five minutes', async () => {
  expect(await service.withStarts(stockOf(pool, 'lamp'))).toBe(7);
  await service.advance('4m');
  expect(state()).toBe('active');
  await service.advance('2m');
  expect(state()).toBe('idle');
});

test('the shop answers after the database has slept', async () => {
  await service.advance('6m');
  expect(await service.withStarts(stockOf(pool, 'lamp'))).toBe(7);
  expect(state()).toBe('active');
});

test('the first answer after a sleep takes less than two seconds', async () => {
  await service.advance('6m');
  const askedAtMs = service.now().getTime();
  await service.withStarts(stockOf(pool, 'lamp'));
  expect(service.now().getTime() - askedAtMs).toBeLessThan(2000);
});

test('a connection from before the sleep is lost', async () => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await service.withStarts(client.connect());
  await service.advance('6m');
  await expect(client.query('select 1')).rejects.toThrow();
  await client.end();
});
