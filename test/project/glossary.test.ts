import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COMMAND_GROUPS } from '../../src/cli/flags/help-groups.ts';
import { run } from '../cli/run.ts';
import { files, root } from './sources.ts';

/** Words that the glossary has replaced, as people would read them. */
const RETIRED = [
  /\bpromise[sd]?\b/i,
  /what it hangs on/i,
  /\bnot told:/i,
  /\bhow sure:/i,
  /demand that was not to be seen/i,
  /present (configuration|setting)/i,
  /\bthe way in\b/i,
  /\btall(y|ies)\b/i,
  /\bchoice of a plan\b/i,
];

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md'));

function retiredIn(text: string): string[] {
  const withoutType = text.replaceAll(/\bPromise</g, '');
  return withoutType.split('\n').filter((line) => RETIRED.some((word) => word.test(line)));
}

describe('the words that the glossary has retired', () => {
  test.each(pages)('are not in %s', (path) => {
    expect(retiredIn(readFileSync(new URL(path, root), 'utf8'))).toEqual([]);
  });

  test('are in no help', async () => {
    const names = COMMAND_GROUPS.flatMap(([, group]) => group).filter((name) => name !== 'help');
    for (const name of names) expect(retiredIn((await run([name, '--help'])).out)).toEqual([]);
  });

  test('are in no text of an answer', () => {
    const shown = files.filter(({ room }) =>
      ['report', 'picture', 'page', 'lesson', 'advisor'].includes(room),
    );
    const texts = shown.flatMap(({ path, text }) =>
      [...text.matchAll(/'((?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].flatMap(
        ([, quoted, template]) => retiredIn(quoted ?? template ?? '').map((line) => `${path}: ${line}`),
      ),
    );
    expect(texts).toEqual([]);
  });

  test('are found by this test', () => {
    expect(retiredIn('What it hangs on most:\nit keeps its promises')).toHaveLength(2);
    expect(retiredIn('It meets its objectives.')).toEqual([]);
  });
});

test('the glossary has each term once', () => {
  const text = readFileSync(new URL('docs/glossary.md', root), 'utf8');
  const terms = [...text.matchAll(/^\| ([^|]+) \|/gm)]
    .map(([, term]) => term as string)
    .filter((term) => term !== 'term' && term !== '---');
  expect(terms.length).toBeGreaterThan(60);
  expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
});
