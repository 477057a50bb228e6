import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';

// A server that returns given answers by path: `http` with bare Node, `hono` through a router.
const [, , kind, file] = process.argv;
const bodies = new Map<string, string>(JSON.parse(readFileSync(file ?? '', 'utf8')) as [string, string][]);
const type = 'application/json; charset=utf-8';

const server = kind === 'hono' ? createAdaptorServer({ fetch: hono().fetch }) : http();
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }));
});

function http() {
  return createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type });
    response.end(body);
  });
}

function hono() {
  const app = new Hono();
  app.get('/api/v2/projects/:project/:list?', (c) => {
    const body = bodies.get(c.req.path);
    return new Response(body ?? null, {
      status: body === undefined ? 404 : 200,
      headers: { 'content-type': type },
    });
  });
  return app;
}
