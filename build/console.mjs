// Copies the page, the style and the icon of the console and the modules of preact beside the compiled modules, so that
// the service serves everything itself.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = new URL('../src/console/', import.meta.url);
const target = new URL('../dist/console/', import.meta.url);

/** The modules of preact that the console uses, with their paths. */
const SERVED = new Map([
  ['preact', '/lib/preact.js'],
  ['preact/hooks', '/lib/hooks.js'],
  ['preact/jsx-runtime', '/lib/jsx-runtime.js'],
]);

mkdirSync(new URL('lib/', target), { recursive: true });
for (const name of ['index.html', 'styles.css', 'icon.svg'])
  copyFileSync(new URL(name, source), new URL(name, target));
for (const [name, path] of SERVED) {
  const text = readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8');
  writeFileSync(new URL(`.${path}`, target), text.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n'));
}
copyFileSync(new URL('../LICENSE', import.meta.resolve('preact')), new URL('lib/preact-license.txt', target));

// A browser needs an inline import map to find packages by name, and the content security policy forbids one.
for (const entry of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
  if (!entry.endsWith('.js')) continue;
  const file = new URL(entry, target);
  const bound = readFileSync(file, 'utf8').replaceAll(/\bfrom\s*(["'])([a-z][^"']*)\1/g, (_, quote, name) => {
    if (!SERVED.has(name)) throw new Error(`${entry} imports ${name}, which is not served`);
    return `from ${quote}${SERVED.get(name)}${quote}`;
  });
  writeFileSync(file, bound);
}
