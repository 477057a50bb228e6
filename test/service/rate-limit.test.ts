import { describe, expect, it } from 'vitest';
import { RateLimit } from '../../src/service/api/rate-limit.ts';
import { Harness } from './harness.ts';

async function limited() {
  const h = await Harness.start({ rateLimit: new RateLimit() });
  const burst = async (count: number, path = '/regions', key = h.key) => {
    const statuses = [];
    for (let n = 0; n < count; n++) statuses.push((await h.call('GET', path, undefined, key)).status);
    return statuses.filter((status) => status === 200).length;
  };
  return { h, burst };
}

describe('with a limit', () => {
  it('forty calls at once are answered on a route, and more a little later', async () => {
    const { h, burst } = await limited();
    expect(await burst(60)).toBe(40);
    const { status, body, headers } = await h.call('GET', '/regions');
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '1']);
    h.wall.nowMs += 500;
    expect(await burst(60)).toBe(20);
  });

  it('seven hundred calls are answered in a minute', async () => {
    const { h, burst } = await limited();
    let through = 0;
    for (let second = 0; second < 30; second++) {
      through += await burst(40);
      h.wall.nowMs += 1000;
    }
    // The bucket fills up again while it is emptied.
    expect(through).toBeGreaterThanOrEqual(700);
    expect(through).toBeLessThanOrEqual(700 + 350);
    expect(Number((await h.call('GET', '/regions')).headers.get('retry-after') ?? 1)).toBeLessThanOrEqual(60);
  });

  it('each route and each key has its own limit', async () => {
    const { h, burst } = await limited();
    const { key } = await h.ok('POST', '/api_keys', { key_name: 'other' });
    expect(await burst(41)).toBe(40);
    expect(await burst(5, '/auth')).toBe(5);
    expect(await burst(5, '/regions', key)).toBe(5);
    const { project } = await h.project();
    const other = await h.project();
    expect(await burst(25, `/projects/${project.id}`)).toBe(25);
    // Another project is the same route.
    expect(await burst(25, `/projects/${other.project.id}`)).toBe(15);
  });

  it('a refused call changes nothing', async () => {
    const { h } = await limited();
    for (let n = 0; n < 60; n++) await h.call('POST', '/api_keys', { key_name: `n${n}` });
    expect(await h.ok('GET', '/api_keys')).toHaveLength(41);
  });
});

it('without a limit, any number of calls is answered', async () => {
  const h = await Harness.start();
  for (let n = 0; n < 1000; n++) expect((await h.call('GET', '/regions')).status).toBe(200);
});
