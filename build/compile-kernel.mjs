import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import binaryen from 'binaryen';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = 'src/simulator/fast/kernel/assembly/advance.ts';
// The kernel allocates nothing. Its host grows the memory as needed.
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--initialMemory', '2'];

/** Compiles the kernel of the simulator. Returns the source of a module that contains it. */
export async function compiledKernel() {
  let bytes = null;
  const { error, stderr } = await asc.main(
    [SOURCE, '--baseDir', ROOT, '--outFile', 'kernel.wasm', ...FLAGS],
    {
      writeFile: (_, content) => {
        bytes = content;
      },
    },
  );
  if (error !== null) throw new Error(`the kernel does not compile\n${stderr.toString()}`);
  const text = Buffer.from(inlined(bytes)).toString('base64');
  const lines = (text.match(/.{1,100}/g) ?? []).map((line) => `  '${line}'`);
  return `/** What \`npm run kernel\` makes of the sources in \`assembly/\`: a module of WebAssembly, in base 64. */
export const COMPILED = [
${lines.map((line) => `${line},\n`).join('')}].join('');
`;
}

/** Inlines the functions of the two loops, because a call in each iteration takes a tenth of the time. */
function inlined(bytes) {
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setAlwaysInlineMaxSize(30);
  binaryen.setFlexibleInlineMaxSize(200);
  binaryen.setOneCallerInlineMaxSize(1000);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  const module = binaryen.readBinary(bytes);
  module.optimize();
  return module.emitBinary();
}
