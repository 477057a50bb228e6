import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type FactSet, isFixed, maxConnections } from '../../facts/index.ts';
import type { StaticFile } from '../../service/index.ts';

/** The built files of the console by the path at which they are served, and the sizes of a fact set. */
export function consolePages(facts: FactSet): ReadonlyMap<string, StaticFile> {
  const pages = new Map<string, StaticFile>();
  for (const entry of readdirSync(BUILT, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(entry)];
    if (type === undefined) continue;
    const path = entry.replaceAll('\\', '/');
    pages.set(`/${path}`, { type, content: readFileSync(new URL(path, BUILT), 'utf8') });
  }
  const index = pages.get('/index.html');
  if (index !== undefined) pages.set('/', index);
  pages.set('/sizes.json', {
    type: 'application/json; charset=utf-8',
    content: JSON.stringify(sizes(facts)),
  });
  return pages;
}

/** Works from the built program and from its sources. */
const BUILT = new URL('../../../dist/console/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The sizes that a user can choose, and the connections that each allows. */
function sizes(facts: FactSet) {
  const listedCu = facts.listedSizesCu.value;
  const { highestCu } = facts.autoscaling.value;
  const settings = listedCu.flatMap((maxCu) =>
    listedCu
      .filter((minCu) => minCu === maxCu || (minCu < maxCu && maxCu <= highestCu))
      .map((minCu) => ({ minCu, maxCu })),
  );
  return {
    listedCu,
    autoscalingHighestCu: highestCu,
    maxConnections: Object.fromEntries(
      settings.map((setting) => [
        isFixed(setting) ? `${setting.maxCu}` : `${setting.minCu}-${setting.maxCu}`,
        maxConnections(facts, setting.minCu, setting.maxCu),
      ]),
    ),
  };
}
