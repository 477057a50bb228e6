import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const SOURCE = fileURLToPath(new URL('../src/engine/load/kernel/assembly/advance.ts', import.meta.url));
// It allocates nothing; its host makes the memory larger as it needs it.
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--initialMemory', '1'];

/** The module that carries the compiled kernel of the engine. */
export async function compiledKernel() {
  let bytes = null;
  const { error, stderr } = await asc.main([SOURCE, '--baseDir', '/', '--outFile', 'kernel.wasm', ...FLAGS], {
    writeFile: (_, content) => {
      bytes = content;
    },
  });
  if (error !== null) throw new Error(`the kernel does not compile\n${stderr.toString()}`);
  const text = Buffer.from(bytes).toString('base64');
  const lines = (text.match(/.{1,100}/g) ?? []).map((line) => `  '${line}'`);
  return `/** What \`npm run kernel\` makes of the sources in \`assembly/\`: a module of WebAssembly, in base 64. */
export const COMPILED = [
${lines.map((line) => `${line},\n`).join('')}].join('');
`;
}
