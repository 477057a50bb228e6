// Compiles the kernel of the simulator, and writes the result beside its source.
import { writeFileSync } from 'node:fs';
import { compiledKernel } from './compile-kernel.mjs';

writeFileSync(new URL('../src/simulator/fast/kernel/compiled.ts', import.meta.url), await compiledKernel());
