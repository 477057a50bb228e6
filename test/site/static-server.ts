import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

export interface StaticServer {
  /** The address of the folder, with a slash at its end. */
  readonly address: string;
  close(): void;
}

/** Serves a folder below a path, as a plain web server does. Everything else is not found. */
export async function serveFolder(folder: string, base: string): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://server').pathname);
    const file = path.startsWith(base) ? fileFor(join(folder, path.slice(base.length))) : null;
    if (file === null) response.writeHead(404).end();
    else {
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${encodeURI(base)}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function fileFor(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return fileFor(join(path, 'index.html'));
  return found?.isFile() ? path : null;
}
