import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { files, root } from './sources.ts';

const folder = fileURLToPath(root);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'examples/README.md',
  ...readdirSync(join(folder, 'docs')).map((name) => `docs/${name}`),
  ...[...new Set(files.map(({ room }) => `src/${room}/README.md`))].filter((path) =>
    existsSync(join(folder, path)),
  ),
].filter((path) => path.endsWith('.md'));

test.each(pages)('every link of %s leads to an existing file and heading', (page) => {
  expect(deadLinks(page, readFileSync(join(folder, page), 'utf8'))).toEqual([]);
});

test('the test finds dead links', () => {
  const text =
    '[a](missing.md) [b](README.md#no-such-heading) [c](README.md) [d](#here) [e](#gone) [f](#here-1)\n# Here\n# here';
  expect(deadLinks('x.md', text)).toEqual(['missing.md', 'README.md#no-such-heading', '#gone']);
});

function deadLinks(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (path !== '' && !existsSync(join(folder, target))) return true;
      if (anchor === undefined) return false;
      return !anchorsOf(path === '' ? text : readFileSync(join(folder, target), 'utf8')).has(anchor);
    });
}

/** The names that GitHub gives to headings. It numbers those that repeat an earlier one. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.matchAll(/^#+ (.*)$/gm)) {
    const name = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = name;
    for (let earlier = 1; anchors.has(anchor); earlier++) anchor = `${name}-${earlier}`;
    anchors.add(anchor);
  }
  return anchors;
}
