import { oneLine } from '../../problem/index.ts';
import { markdownTable, plainMarkdown, type TableColumn, textTable } from './text-table.ts';
import { brokenLines, TEXT_WIDTH, wrap } from './wrap.ts';

/** A part of an answer, independent of the form that it is shown in. */
export type PageBlock =
  | { readonly kind: 'heading'; readonly text: string; readonly under?: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Paragraphs that belong together. */
  | { readonly kind: 'notes'; readonly texts: readonly string[] }
  | { readonly kind: 'figures'; readonly title: string | null; readonly figures: readonly Figure[] }
  | {
      readonly kind: 'table';
      readonly title?: string;
      readonly columns: readonly TableColumn[];
      readonly rows: readonly (readonly string[])[];
      /** How many more rows there are. Only a table that will be cut leaves rows out. */
      readonly omitted?: number;
    }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly Item[] }
  /** Lines to paste without changes, or a drawing that adapts to the available width. */
  | { readonly kind: 'picture'; readonly lines: readonly string[]; readonly draw?: Draw };

/** Draws lines with at most this many columns. */
export type Draw = (columns: number) => readonly string[];

export type Figure = readonly [label: string, words: string];

export interface Item {
  readonly text: string;
  readonly under?: readonly string[];
}

/** A list of sentences. Returns no block if there are none. */
export function listOf(title: string, texts: readonly string[]): PageBlock[] {
  return texts.length === 0 ? [] : [{ kind: 'list', title, items: texts.map((text) => ({ text })) }];
}

/** A picture that fills the available width. A document keeps the lines for 80 columns. */
export function drawing(draw: Draw): PageBlock[] {
  const lines = draw(TEXT_WIDTH - PICTURE_INDENT);
  return lines.length === 0 ? [] : [{ kind: 'picture', lines, draw }];
}

const PICTURE_INDENT = 2;

/** Text for a terminal, with or without colours, or Markdown for GitHub. All forms have the same words and numbers. */
export type PageForm = 'text' | 'coloured' | 'markdown';

/** @param width columns of the terminal; only tables and drawings are wider than 80 */
export function renderPage(blocks: readonly PageBlock[], form: PageForm, width = TEXT_WIDTH): string {
  const shown = blocks.map(withoutLineFeeds);
  if (form === 'markdown') return shown.map(blockMarkdown).join('\n\n');
  const paint = form === 'coloured' ? COLOURS : PLAIN;
  return shown.map((block) => blockText(block, paint, width)).join('\n\n');
}

/** Names come from outside, and a line feed in a name could fake a line of the page. */
function withoutLineFeeds<T>(part: T): T {
  if (typeof part === 'string') return oneLine(part) as T;
  if (Array.isArray(part)) return part.map(withoutLineFeeds) as T;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, withoutLineFeeds(value)]),
  ) as T;
}

interface Paint {
  title(text: string): string;
  quiet(text: string): string;
  picture(text: string): string;
}

const PLAIN: Paint = { title: asItIs, quiet: asItIs, picture: asItIs };
const COLOURS: Paint = { title: painted(1, 22), quiet: painted(2, 22), picture: painted(36, 39) };

function asItIs(text: string): string {
  return text;
}

/** Colours each line separately, so that a program that shows only some lines shows them right. */
function painted(on: number, off: number): (text: string) => string {
  return (text) => text.replaceAll(/.+/g, `\u001b[${on}m$&\u001b[${off}m`);
}

function blockText(block: PageBlock, paint: Paint, width: number): string {
  const wrapped = (text: string, indent = 0, firstIndent = indent) => wrap(text, indent, firstIndent, width);
  switch (block.kind) {
    case 'heading':
      return [
        paint.title(wrapped(block.text)),
        ...(block.under === undefined ? [] : [paint.quiet(wrapped(block.under))]),
      ].join('\n');
    case 'paragraph':
      return wrapped(block.text);
    case 'notes':
      return block.texts.map((text) => paint.quiet(wrapped(text, 2, 0))).join('\n');
    case 'figures':
      return [
        ...(block.title === null ? [] : [paint.title(wrapped(block.title, 2, 0))]),
        ...block.figures.map(([label, words]) => wrapped(`${label.padEnd(13)} ${words}`, 16, 2)),
      ].join('\n');
    case 'table':
      return `${block.title === undefined ? '' : `${paint.title(wrapped(block.title, 2, 0))}\n`}${textTable(block.columns, block.rows, width)}`;
    case 'list':
      return [
        paint.title(wrapped(block.title, 2, 0)),
        ...block.items.flatMap(({ text, under = [] }) => [
          wrapped(`- ${text}`, 4, 2),
          ...under.map((line) => wrapped(line, 4)),
        ]),
      ].join('\n');
    case 'picture':
      return pictureLines(block, width)
        .map((line) => paint.picture(`  ${line}`))
        .join('\n');
  }
}

function pictureLines(
  { lines, draw }: Extract<PageBlock, { kind: 'picture' }>,
  width: number,
): readonly string[] {
  if (draw === undefined || width === TEXT_WIDTH) return lines;
  if (width < FEWEST_DRAWN) return brokenLines(LEFT_OUT, width - PICTURE_INDENT);
  return withoutLineFeeds(draw(width - PICTURE_INDENT));
}

const FEWEST_DRAWN = 40;
const LEFT_OUT = `(A picture is left out: it needs ${FEWEST_DRAWN} columns.)`;

function blockMarkdown(block: PageBlock): string {
  switch (block.kind) {
    case 'heading':
      return [
        `# ${plainMarkdown(block.text)}`,
        ...(block.under === undefined ? [] : [plainMarkdown(block.under)]),
      ].join('\n\n');
    case 'paragraph':
      return plainMarkdown(block.text);
    case 'notes':
      return block.texts.map(plainMarkdown).join('\n\n');
    case 'figures':
      return `${titleMarkdown(block.title)}${markdownTable(FIGURE_COLUMNS, block.figures)}`;
    case 'table':
      return `${titleMarkdown(block.title ?? null)}${markdownTable(block.columns, block.rows)}`;
    case 'list':
      return [
        `**${plainMarkdown(block.title)}**\n`,
        ...block.items.flatMap(({ text, under = [] }) => [
          `- ${plainMarkdown(text)}`,
          ...under.map((line) => `  ${plainMarkdown(line)}`),
        ]),
      ].join('\n');
    case 'picture':
      return ['```text', ...block.lines, '```'].join('\n');
  }
}

function titleMarkdown(title: string | null): string {
  return title === null ? '' : `## ${plainMarkdown(title)}\n\n`;
}

const FIGURE_COLUMNS: readonly TableColumn[] = [
  { title: '', align: 'left' },
  { title: '', align: 'left' },
];
