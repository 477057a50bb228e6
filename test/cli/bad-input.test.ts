import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processTerminal } from '../../src/cli/terminal/terminal.ts';
import { InvariantError } from '../../src/problem/index.ts';
import { run } from './run.ts';

const files = {
  'text.json': 'hello',
  'good.json': '[{"load1":1}]',
  'latin1.json': Uint8Array.of(0x5b, 0x22, 0xe9, 0x22, 0x5d),
};

describe('one clear problem for each mistake, and exit code 2', () => {
  test.each([
    [['sizes', '--size', '17'], 'tidemark: --size: 17 CU is not a size; use 16 or 18\n'],
    [['sizes', '--min', '1'], 'tidemark: --max: a range has two ends, and this one is missing; add --max\n'],
    [
      ['sizes', '--min', '4', '--max', '2'],
      'tidemark: --min: 4 CU is above the maximum of 2 CU; use 2 or less, or raise --max\n',
    ],
    [
      ['sizes', '--size', '2', '--max', '4'],
      "tidemark: option '--size <CU>' cannot be used with option '--max <CU>'\nSee tidemark sizes --help.\n",
    ],
    [
      ['sizes', '--size', 'big'],
      "tidemark: option '--size <CU>' argument 'big' is invalid. Write a number of compute units such as 0.25 or 2.\nSee tidemark sizes --help.\n",
    ],
    [
      ['sizes', '--facts', 'spce'],
      'tidemark: --facts: there is no fact set and no file "spce"; use 2026-08, 2026-11, lakebase-2026-03, spec, or a file\n',
    ],
    [
      ['sizes', '--mim', '1'],
      "tidemark: unknown option '--mim'\n(Did you mean --min?)\nSee tidemark sizes --help.\n",
    ],
    [['size'], "tidemark: unknown command 'size'\n(Did you mean sizes?)\nSee tidemark --help.\n"],
    [['explain'], "tidemark: missing required argument 'FILE'\nSee tidemark explain --help.\n"],
    [['explain', 'none.json'], 'tidemark: none.json: there is no such file; check the path\n'],
    [['plan', 'package.json/below'], 'tidemark: package.json/below: there is no such file; check the path\n'],
    [
      ['explain', 'latin1.json'],
      'tidemark: latin1.json: it is not text in UTF-8; convert it, or name another file\n',
    ],
    [
      ['explain', 'text.json'],
      'tidemark: text.json:1: found "hello"; write a list of samples: [ { "load1": 0.5, … }, … ]\n',
    ],
    [
      ['explain', 'good.json', '--max', '3.5', '--min', '1'],
      'tidemark: --max: 3.5 CU is not a size; use 3 or 4\n',
    ],
    [
      ['statechart', '--svg', '--table'],
      "tidemark: option '--svg' cannot be used with option '--table'\nSee tidemark statechart --help.\n",
    ],
  ])('%j', async (args, message) => {
    expect(await run(args, files)).toEqual({ code: 2, out: '', err: message, written: {} });
  });

  test('a file full of mistakes shows the first twenty', async () => {
    const { code, err } = await run(['explain', 'bad.json'], {
      'bad.json': JSON.stringify(Array(50).fill({ load1: 'x' })),
    });
    expect(code).toBe(2);
    expect(err.split('\n')).toHaveLength(22);
    expect(err).toMatch(/tidemark: and 30 more\n$/);
  });

  test('any command line is answered, or refused without a stack trace', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'sizes',
        'explain',
        'statechart',
        'good.json',
        'text.json',
        '-',
        '--',
        '--json',
        '--svg',
        '--table',
      ),
      fc.constantFrom(
        '--min',
        '--max',
        '--size',
        '--facts',
        '--plan',
        '--prices',
        '--format',
        '--no-lfc',
        '--version',
      ),
      fc.constantFrom('0.25', '4', '17', '-1', 'NaN', '1e9', 'spec', '2026-08', 'free', 'markdown', 'help'),
      fc.string({ maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 7 }), async (args) => {
        const { code, out, err } = await run(args, files);
        expect([0, 2]).toContain(code);
        expect(err).not.toMatch(/\n\s+at /);
        if (code === 2) expect([out, err === '']).toEqual(['', false]);
      }),
    );
  });
});

test('an internal error exits with 70, and names the invariant and the command', async () => {
  const { code, err } = await run(
    ['sizes'],
    {},
    {
      onOutput: () => {
        throw new InvariantError('output is written');
      },
    },
  );
  expect(code).toBe(70);
  expect(err).toBe(
    "tidemark: broken invariant: output is written\ntidemark: this is a fault of tidemark's own; please report it with: tidemark sizes\n",
  );
});

test('a file named - is refused as an output, because it would be read as standard input', () => {
  expect(() => processTerminal().create('-')).toThrow('name a file such as ./out');
});
