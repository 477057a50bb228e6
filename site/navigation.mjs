// The side bars. That of the documentation is the list by kind of docs/README.md, so a page is listed in one place.
import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);

export function docsSidebar() {
  const text = readFileSync(new URL('docs/README.md', root), 'utf8');
  const rows = [...text.slice(text.indexOf('## By kind')).matchAll(/^\| \*\*(.+?)\*\*[^|]*\| (.*) \|$/gm)];
  if (rows.length === 0) throw new Error('docs/README.md has no list by kind: site/navigation.mjs reads it');
  const groups = rows.map(([, kind, links]) => ({
    text: kind,
    items: [...links.matchAll(/\[([^\]]+)\]\(([^)/]+)\.md\)/g)].map(([, label, page]) => ({
      text: label.charAt(0).toUpperCase() + label.slice(1),
      link: `/docs/${page}`,
    })),
  }));
  return [{ text: 'All documentation', link: '/docs/' }, ...groups, PROJECT];
}

const PROJECT = {
  text: 'The project',
  items: [
    { text: 'How it is built', link: '/ARCHITECTURE' },
    { text: 'How to contribute', link: '/CONTRIBUTING' },
    { text: 'Examples of programs', link: '/examples/' },
    { text: 'Changes', link: '/CHANGELOG' },
    { text: 'Security', link: '/SECURITY' },
  ],
};

export function reportsSidebar() {
  const names = readdirSync(new URL('reports/', root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const items = names.map((name) => ({ text: words(name), link: `/reports/${name}/report` }));
  return [
    { text: 'Gallery', link: '/reports/' },
    { text: 'Reports', items },
  ];
}

function words(name) {
  const text = name.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
