import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './place.ts';

const page = readFileSync(`${root}/docs/decisions.md`, 'utf8');
const decisions = page.split(/^## /m).slice(1);

/** How many facts each section of the interface specification leaves open. */
const LEFT_OPEN = { '2.1': 1, '2.2': 1, '2.3': 3, '3': 3, '4': 6, '6': 1, '7': 2, '8': 1, '9': 1 };

test('docs/decisions.md lists every fact that the specification leaves open, in its order', () => {
  const sections = decisions.flatMap((text) => /^[\d.]+/.exec(text)?.[0] ?? []);
  const expected = Object.entries(LEFT_OPEN).flatMap(([section, facts]) =>
    Array<string>(facts).fill(section),
  );
  // JavaScript puts keys that are whole numbers first.
  expect(sections).toEqual(expected.sort());
});

test.each(decisions.map((text) => [text.split('\n', 1)[0] as string, text]))(
  '%s: has a decision, a reason and a test',
  (_, text) => {
    const held = [...text.matchAll(/^- \*\*Test\.\*\* \[(\S+)\]\(\.\.\/test\/(\S+)\): (.+)$/gm)];
    expect(held.length).toBeGreaterThan(0);
    for (const [, shown, path, title] of held) {
      expect(path).toBe(shown);
      expect(readFileSync(`${root}/test/${path}`, 'utf8')).toContain(title);
    }
    if (/^\d/.test(text)) for (const part of ['Decision', 'Why']) expect(text).toContain(`- **${part}.** `);
  },
);
