// Writes src/service/described-routes.ts: `npm run routes`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const file = createRequire(import.meta.url).resolve('@neondatabase/api-client/public-v2-for-users.gen.yaml');
const { paths } = parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 });
const routes = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => `  ['${method.toUpperCase()}', '${path}'],\n`),
);

writeFileSync(
  new URL('../../../src/service/described-routes.ts', import.meta.url),
  `// Generated from the public description of the management API by \`npm run routes\`; paths are relative to /api/v2.

/** Every operation of the management API, emulated or not. */
export const DESCRIBED_ROUTES: readonly (readonly [method: string, path: string])[] = [
${routes.join('')}];
`,
);
