import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Serving, serving } from './serving.ts';

const built = readdirSync(new URL('../../dist/console/', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
}).filter((path) => /\.\w+$/.test(path));

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
};

const paths = ['', 'sizes.json', ...built];

describe('the pages of the console', () => {
  let service: Serving;
  beforeAll(async () => {
    service = await serving();
  });
  afterAll(() => service.stop());

  test('are served', () => {
    expect(built).toContain('index.html');
    expect(built).toContain('main.js');
    expect(built.length).toBeGreaterThan(30);
  });

  test.each(paths)('/%s is served, and may talk to this service only', async (path) => {
    const response = await fetch(service.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(TYPES[path.split('.')[1] ?? 'html']);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('have no inline scripts or styles and name no other host', async () => {
    const page = await (await fetch(service.url)).text();
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=/);
    for (const path of built.filter((one) => !one.startsWith('lib/'))) {
      const text = (await (await fetch(service.url + path)).text()).replaceAll(
        'http://www.w3.org/2000/svg',
        '',
      );
      expect(text, path).not.toMatch(/\b(?:https?|wss?):\/\//);
    }
  });

  test('import only files that are served', async () => {
    for (const path of built.filter((one) => one.endsWith('.js'))) {
      const text = await (await fetch(service.url + path)).text();
      for (const [, name] of text.matchAll(/\bfrom\s*["']([^"']+)["']/g)) {
        const url = new URL(name as string, service.url + path);
        expect(name, path).toMatch(/^[./]/);
        expect((await fetch(url)).status, `${path}: ${name}`).toBe(200);
      }
    }
  });

  test.each([
    'nothing.html',
    'main.ts',
    'views',
    'lib/../../package.json',
    '%2e%2e/package.json',
    'favicon.ico',
  ])('/%s gives 404', async (path) => {
    const response = await fetch(service.url + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('the sizes are those of the fact set, each with its connection limit', async () => {
    const sizes = (await (await fetch(`${service.url}sizes.json`)).json()) as {
      listedCu: number[];
      autoscalingHighestCu: number;
      maxConnections: Record<string, number>;
    };
    expect(sizes.listedCu).toHaveLength(38);
    expect(sizes.autoscalingHighestCu).toBe(16);
    expect([sizes.maxConnections['1'], sizes.maxConnections['0.25-2'], sizes.maxConnections['56']]).toEqual([
      450, 901, 4000,
    ]);
  });
});
