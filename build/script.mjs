// Bundles and runs a script of this folder: `node build/script.mjs gallery`. Node cannot run the scripts themselves,
// because they and the sources of the program are TypeScript.
import { mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const [name] = process.argv.slice(2);
const folder = mkdtempSync(fileURLToPath(new URL('../node_modules/.script-', import.meta.url)));
try {
  await bundle({ 'script.mjs': `build/${name}.ts` }, folder);
  await import(pathToFileURL(`${folder}/script.mjs`).href);
} finally {
  rmSync(folder, { recursive: true });
}
