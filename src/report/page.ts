import { type Column, markdownTable, textTable } from './text-table.ts';
import { wrap } from './wrap.ts';

/** The parts of an answer for people, before anybody says in which form it is shown. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly under?: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Paragraphs that belong together. */
  | { readonly kind: 'notes'; readonly texts: readonly string[] }
  | { readonly kind: 'figures'; readonly title: string | null; readonly figures: readonly Figure[] }
  | {
      readonly kind: 'table';
      readonly title?: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly Item[] }
  | { readonly kind: 'picture'; readonly lines: readonly string[] };

export type Figure = readonly [label: string, words: string];

export interface Item {
  readonly text: string;
  readonly under?: readonly string[];
}

/** Text for a terminal of 80 columns, or Markdown as GitHub shows it; the same words and numbers. */
export type PageForm = 'text' | 'markdown';

export function renderPage(blocks: readonly Block[], form: PageForm): string {
  return blocks.map(form === 'text' ? blockText : blockMarkdown).join('\n\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return [block.text, ...(block.under === undefined ? [] : [block.under])]
        .map((text) => wrap(text))
        .join('\n');
    case 'paragraph':
      return wrap(block.text);
    case 'notes':
      return block.texts.map((text) => wrap(text, 2, 0)).join('\n');
    case 'figures':
      return [
        ...(block.title === null ? [] : [block.title]),
        ...block.figures.map(([label, words]) => wrap(`${label.padEnd(13)} ${words}`, 16, 2)),
      ].join('\n');
    case 'table':
      return `${block.title === undefined ? '' : `${block.title}\n`}${textTable(block.columns, block.rows)}`;
    case 'list':
      return [
        wrap(block.title, 2, 0),
        ...block.items.flatMap(({ text, under = [] }) => [
          wrap(`- ${text}`, 4, 2),
          ...under.map((line) => wrap(line, 4)),
        ]),
      ].join('\n');
    case 'picture':
      return block.lines.map((line) => `  ${line}`).join('\n');
  }
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `# ${block.text}${block.under === undefined ? '' : `\n\n${block.under}`}`;
    case 'paragraph':
      return block.text;
    case 'notes':
      return block.texts.join('\n\n');
    case 'figures':
      return `${titleMarkdown(block.title)}${markdownTable(FIGURE_COLUMNS, block.figures)}`;
    case 'table':
      return `${titleMarkdown(block.title ?? null)}${markdownTable(block.columns, block.rows)}`;
    case 'list':
      return [
        `**${block.title}**\n`,
        ...block.items.flatMap(({ text, under = [] }) => [`- ${text}`, ...under.map((line) => `  ${line}`)]),
      ].join('\n');
    case 'picture':
      return ['```text', ...block.lines, '```'].join('\n');
  }
}

function titleMarkdown(title: string | null): string {
  return title === null ? '' : `## ${title}\n\n`;
}

const FIGURE_COLUMNS: readonly Column[] = [
  { title: '', align: 'left' },
  { title: '', align: 'left' },
];
