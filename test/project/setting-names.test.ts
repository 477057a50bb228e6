import { expect, test } from 'vitest';
import { textWithFlags } from '../../src/library/settings/setting-names.ts';
import { files } from './sources.ts';

/** Code without lines of comments, and without whole commands of tidemark or of other programs. */
const code = files
  .filter(({ room }) => room === 'trace' || room === 'scenario' || room === 'library')
  .map(({ path, text }) => ({
    path,
    text: text
      .replaceAll(/^\s*(?:\/\*|\*|\/\/).*$/gm, '')
      .replaceAll(/\b(?:tidemark trace|aws cloudwatch)\b[^'`]*/g, ''),
  }));

test('trace and scenario name settings where a command line has flags', () => {
  // A whole command, put together from parts, and the help of the command that was given an empty file.
  const known = [
    'scenario/text/document.ts --help',
    'trace/reading/longest-gap.ts --from',
    'trace/reading/longest-gap.ts --to',
  ];
  const flags = code.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<=['"`(\s])--[a-z][\w-]*\b(?! [=<>])/g)].map(([flag]) => `${path} ${flag}`),
  );
  expect(flags.sort()).toEqual(known);
});

test('the command line has a flag for each setting that they name', () => {
  const settings = code.flatMap(({ text }) => [...text.matchAll(/‹\w*›/g)].map(([setting]) => setting));
  expect(new Set(settings.filter((setting) => textWithFlags(setting) === setting))).toEqual(new Set());
  expect(settings.length).toBeGreaterThan(50);
});
