// Collects the pages of the site in `site/.pages/`, for the generator: the documentation, what it links to, and the reports.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { BASE } from './base.mjs';
import { GLOSSARY, withTermAnchors } from './glossary.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const staged = fileURLToPath(new URL('.pages/', import.meta.url));

/** A browser shows these as they are. All other files become a page with their text. */
const SHOWN_BY_BROWSERS = ['.json', '.svg', '.txt'];
const LANGUAGES = { '.yaml': 'yaml', '.yml': 'yaml', '.ts': 'ts', '.mjs': 'js' };

const GALLERY = 'reports';
const FIRST_PAGES = [
  'docs/README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
];

/** The files and folders of the repository that the site still has to show. Staging one can add others. */
let waiting;
let known;

export function stagePages() {
  waiting = [];
  known = new Set();
  rmSync(staged, { recursive: true, force: true });
  write('index.md', landingPage());
  copy('src/console/icon.svg', 'public/icon.svg');
  for (const path of [GALLERY, ...FIRST_PAGES]) need(path);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) stage(path);
}

function need(path) {
  if (known.has(path)) return;
  known.add(path);
  waiting.push(path);
}

function stage(path) {
  if (path === GALLERY) write(pageOf(path), galleryPage());
  else if (statSync(root + path).isDirectory()) write(pageOf(path), folderPage(path));
  else if (path.endsWith('.md')) write(pageOf(path), withFrontmatter(path, markdownFor(path, read(path))));
  else if (SHOWN_BY_BROWSERS.includes(extname(path))) copy(path, `public/${path}`);
  else write(pageOf(path), filePage(path));
}

/** Returns the Markdown file that the generator reads for a path of the repository. */
function pageOf(path) {
  // The landing page has the place of the README.
  if (path === 'README.md') return 'index.md';
  if (path === GALLERY) return `${GALLERY}/index.md`;
  if (path.endsWith('/README.md')) return `${dirname(path)}/index.md`;
  if (path.endsWith('.md')) return path;
  return statSync(root + path).isDirectory() ? `${path}/index.md` : `${path}.md`;
}

/** Returns the address, from one page of the site, of a file or folder of the repository. */
function addressOf(page, path) {
  if (path !== 'README.md') need(path);
  const isShown = SHOWN_BY_BROWSERS.includes(extname(path));
  const address = relative(dirname(pageOf(page)), isShown ? path : pageOf(path));
  return address.startsWith('.') ? address : `./${address}`;
}

/** Most lines of a console block are output, which has no syntax to color. */
function markdownFor(page, text) {
  const mapped = withMappedLinks(page, text).replaceAll(/^```console$/gm, '```text');
  return page === GLOSSARY ? withTermAnchors(mapped) : mapped;
}

function withMappedLinks(page, text) {
  return text.replaceAll(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (whole, picture, label, link) => {
    const mappedLabel = label.includes('](') ? withMappedLinks(page, label) : label;
    if (/^(?:[a-z]+:|#)/.test(link)) return whole;
    const [path, heading] = link.split('#');
    const target = join(dirname(page), path).replace(/\/$/, '');
    if (picture !== '') {
      need(target);
      const image = `![${label}](${BASE}${target})`;
      // On a phone, a chart is readable only when it is opened alone.
      return page.startsWith(`${GALLERY}/`) ? `[${image}](${path})` : image;
    }
    return `[${mappedLabel}](${addressOf(page, target)}${heading === undefined ? '' : `#${heading}`})`;
  });
}

/** The search is for documentation: it leaves out reports, the READMEs of rooms, and the list of changes. */
function withFrontmatter(path, text) {
  const isSearched =
    path.startsWith('docs/') || ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'].includes(path);
  return isSearched ? text : `---\nsearch: false\n---\n\n${text}`;
}

/** The head of the landing page is `site/landing.md`; its commands are those of the README. */
function landingPage() {
  const readme = read('README.md');
  const [section] = /^## Try it$.*?(?=^## )/ms.exec(readme) ?? [];
  if (section === undefined)
    throw new Error('README.md has no section "Try it": site/stage-pages.mjs reads it');
  return read('site/landing.md') + markdownFor('README.md', section);
}

/** The gallery of `npm run reports`, within the frame of the site. */
function galleryPage() {
  const page = read(`${GALLERY}/index.html`);
  const part = (pattern) => {
    const found = pattern.exec(page);
    if (found === null)
      throw new Error(`reports/index.html has no ${pattern}: site/stage-pages.mjs reads it`);
    return found[1];
  };
  for (const path of readdirSync(root + GALLERY, { recursive: true, encoding: 'utf8' }))
    if (/\.(?:md|svg|txt|json)$/.test(path)) need(`${GALLERY}/${path.replaceAll('\\', '/')}`);
  const title = part(/<h1>(.*?)<\/h1>/);
  const body = part(/<main[^>]*>(.*?)<\/main>/s)
    .replaceAll('/report.md"', '/report.html"')
    .replaceAll('<img src="', `<img src="${BASE}${GALLERY}/`);
  const contents = part(/<nav[^>]*>(.*?)<\/nav>/s);
  return `---
title: ${title}
search: false
layout: page
sidebar: false
pageClass: gallery
---

<div class="vp-doc">

<h1>${title}</h1>
<p>${part(/<h1>.*?<\/h1>\s*<p>(.*?)<\/p>/s)}</p>
<nav aria-label="Reports">${contents}</nav>
${body}
</div>
`;
}

function folderPage(path) {
  const names = readdirSync(root + path).sort();
  const items = names.map((name) => `- [${name}](${addressOf(`${path}/README.md`, `${path}/${name}`)})`);
  return `---\nsearch: false\n---\n\n# ${path}/\n\nThese files are in the repository.\n\n${items.join('\n')}\n`;
}

function filePage(path) {
  const text = read(path).trimEnd();
  const fence = '`'.repeat(Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length)) + 1);
  return `---\nsearch: false\naside: false\n---\n\n# ${path}\n\nThis file is in the repository.\n\n${fence}${LANGUAGES[extname(path)] ?? 'text'}\n${text}\n${fence}\n`;
}

function read(path) {
  return readFileSync(root + path, 'utf8');
}

function write(path, text) {
  mkdirSync(dirname(staged + path), { recursive: true });
  writeFileSync(staged + path, text);
}

function copy(from, to) {
  mkdirSync(dirname(staged + to), { recursive: true });
  copyFileSync(root + from, staged + to);
}
