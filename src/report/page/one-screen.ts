import { type PageBlock, renderPage } from './page.ts';

/** The last line of an answer whose command has --full and --report. */
export const MORE = 'More: --full has every section, --report DIR writes a page with pictures.';

/** The number of lines that people see without scrolling. */
export const SCREEN_LINES = 30;

/**
 * Returns the blocks that fit on one screen of 80 columns, in order, and last the sentence that says how to see the
 * rest. Tables and lists that are too long are cut. Notes and drawings that do not fit are left out.
 * @param asked blocks that a flag asked for, shown in full
 */
export function oneScreen(
  blocks: readonly PageBlock[],
  more: string,
  asked: readonly PageBlock[] = [],
): PageBlock[] {
  const last: PageBlock = { kind: 'paragraph', text: more };
  const shown: PageBlock[] = [];
  let left = SCREEN_LINES - linesOf(last);
  for (const block of blocks) {
    if (block.kind === 'notes') continue;
    // A table of a hundred thousand rows takes long to lay out.
    const part = countOf(block) < left && linesWith(block) <= left ? block : cutTo(block, left);
    if (part === null) continue;
    shown.push(part);
    left -= linesWith(part);
  }
  return [...shown, ...asked, last];
}

/**
 * Returns the first form that fits on one screen, of forms in order from the longest. If none fits, cuts the last one.
 */
export function longestOnScreen(
  forms: readonly (readonly PageBlock[])[],
  more: string,
  asked: readonly PageBlock[] = [],
): PageBlock[] {
  const last: PageBlock = { kind: 'paragraph', text: more };
  const fitting = forms.find((form) => linesOf(last, ...form) <= SCREEN_LINES);
  return fitting === undefined ? oneScreen(forms.at(-1) ?? [], more, asked) : [...fitting, ...asked, last];
}

/** Keeps as many rows or items as fit. Null if fewer than two fit. */
function cutTo(block: PageBlock, lines: number): PageBlock | null {
  if (block.kind !== 'table' && block.kind !== 'list') return null;
  const count = countOf(block);
  for (let kept = Math.min(count - 1, lines); kept >= 2; kept--) {
    const cut = firstOf(block, kept);
    if (linesWith(cut) <= lines) return cut;
  }
  return null;
}

/** The rows or items, each of which takes a line at least. */
function countOf(block: PageBlock): number {
  return block.kind === 'table' ? block.rows.length : block.kind === 'list' ? block.items.length : 0;
}

function firstOf(block: Extract<PageBlock, { kind: 'table' | 'list' }>, kept: number): PageBlock {
  if (block.kind === 'list') {
    const rest = { text: `and ${block.items.length - kept} more` };
    return { ...block, items: [...block.items.slice(0, kept), rest] };
  }
  const { omitted = 0, ...table } = block;
  const rest = table.columns.map((_, i) => (i === 0 ? `${table.rows.length + omitted - kept} more` : ''));
  return { ...table, rows: [...table.rows.slice(0, kept), rest] };
}

/** Includes the empty line before the next block. */
function linesWith(block: PageBlock): number {
  return linesOf(block) + 1;
}

function linesOf(...blocks: PageBlock[]): number {
  return renderPage(blocks, 'text').split('\n').length;
}
