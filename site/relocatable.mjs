// Makes the built site work in any folder of any server. VitePress writes one base path into all files. Here this path
// becomes relative in HTML and CSS, and in scripts it is computed from the address of the script.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { parseAst } from 'vite';
import { BASE } from './base.mjs';

/**
 * VitePress navigates without loading a page anew. The bars, the side bar and the icon then stay, and would be relative to
 * another page, so this script makes their addresses absolute. A page that is opened as a file needs the names of files.
 */
const FIX_LINKS = `<script>
for (const one of document.querySelectorAll('a[href],link[rel=icon]')) {
  if (/^([a-z]+:|#)/.test(one.getAttribute('href'))) continue;
  one.href = location.protocol === 'file:' ? one.href.replace(/\\/(?=#|$)/, '/index.html') : one.href;
}
</script>`;

export function makeRelocatable(folder) {
  // A server sends this page from every folder, but its files are in one.
  rmSync(join(folder, '404.html'));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !['.html', '.css', '.js'].includes(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, 'utf8');
    const toRoot = relative(entry.parentPath, folder).replaceAll('\\', '/');
    const prefix = toRoot === '' ? './' : `${toRoot}/`;
    if (path.endsWith('.js')) writeFileSync(path, scriptFor(prefix, text, path));
    else writeFileSync(path, text.replaceAll(BASE, prefix).replace('</body>', `${FIX_LINKS}</body>`));
  }
}

function scriptFor(prefix, code, path) {
  if (!code.includes(BASE)) return code;
  let result = code;
  // From the end, so that the positions of earlier texts stay right.
  for (const { start, end, type } of textsWithBase(parseAst(code)).sort((a, b) => b.start - a.start)) {
    const pieces = code.slice(start, end).split(BASE);
    const quote = code[start];
    const computed =
      type === 'Literal'
        ? `(${pieces.join(`${quote}+__siteBase+${quote}`)})`
        : pieces.join('$' + '{__siteBase}');
    result = result.slice(0, start) + computed + result.slice(end);
  }
  if (result.includes(BASE)) throw new Error(`${path} has the base path outside of a text`);
  return `const __siteBase=decodeURI(new URL(${JSON.stringify(prefix)},import.meta.url).pathname);${result}`;
}

/** Returns the strings and parts of templates that contain the base path. */
function textsWithBase(node) {
  if (Array.isArray(node)) return node.flatMap(textsWithBase);
  if (node === null || typeof node !== 'object') return [];
  const isText =
    (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes(BASE)) ||
    (node.type === 'TemplateElement' && node.value.raw.includes(BASE));
  return isText ? [node] : Object.values(node).flatMap(textsWithBase);
}
