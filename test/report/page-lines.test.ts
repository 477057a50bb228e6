import { expect, test } from 'vitest';
import { type PageBlock, renderPage } from '../../src/report/page/page.ts';

const NAME = 'a\nTotal $0.00\u001b[2J\u2028b';

test.each(['text', 'coloured', 'markdown'] as const)(
  'a name with a line feed stays on its line in %s',
  (form) => {
    const blocks = (name: string): PageBlock[] => [
      { kind: 'heading', text: name, under: name },
      { kind: 'paragraph', text: name },
      { kind: 'notes', texts: [name, name] },
      { kind: 'figures', title: name, figures: [[name, name]] },
      { kind: 'table', title: name, columns: [{ title: name, align: 'left' }], rows: [[name]] },
      { kind: 'list', title: name, items: [{ text: name, under: [name] }] },
      { kind: 'picture', lines: [name] },
    ];
    const lines = (name: string) => renderPage(blocks(name), form).split('\n').length;
    expect(lines(NAME)).toBe(lines('a'));
    expect(renderPage(blocks(NAME), form).replaceAll(/\p{Cc}\[\d+m/gu, '')).not.toMatch(
      /(?!\n)[\p{Cc}\u2028]/u,
    );
  },
);
