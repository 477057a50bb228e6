import type { PageBlock } from '../report/index.ts';
import { escapedMarkup } from './markup.ts';

/** Returns a block of an answer as HTML. Pictures made of text are left out, because the page has charts. */
export function blockMarkup(block: PageBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h2>${escapedMarkup(block.text)}</h2>${block.under === undefined ? '' : paragraph(block.under)}`;
    case 'paragraph':
      return paragraph(block.text);
    case 'notes':
      return block.texts.map(paragraph).join('');
    case 'figures':
      return `${titleMarkup(block.title)}<dl>${block.figures
        .map(
          ([label, words]) => `<div><dt>${escapedMarkup(label)}</dt><dd>${escapedMarkup(words)}</dd></div>`,
        )
        .join('')}</dl>`;
    case 'table':
      return `${titleMarkup(block.title ?? null)}${tableMarkup(block.columns, block.rows, block.title ?? block.columns.map(({ title }) => title).join(', '))}`;
    case 'list':
      return `${titleMarkup(block.title.replace(/:$/, ''))}<ul>${block.items
        .map(
          ({ text, under = [] }) =>
            `<li>${escapedMarkup(text)}${under.map((line) => `<br>${escapedMarkup(line)}`).join('')}</li>`,
        )
        .join('')}</ul>`;
    case 'picture':
      return '';
  }
}

export interface MarkupColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Returns a table. It scrolls if it is wider than the page. The first cell of a row is its header. */
export function tableMarkup(
  columns: readonly MarkupColumn[],
  rows: readonly (readonly string[])[],
  label: string,
): string {
  const side = (i: number) => (columns[i]?.align === 'right' ? ' class="right"' : '');
  const head = columns.map(({ title }, i) =>
    title === '' ? `<td${side(i)}></td>` : `<th scope="col"${side(i)}>${escapedMarkup(title)}</th>`,
  );
  const body = rows.map(
    (row) =>
      `<tr>${columns
        .map((_, i) => {
          const cell = escapedMarkup(row[i] ?? '');
          return i === 0 && cell !== ''
            ? `<th scope="row"${side(i)}>${cell}</th>`
            : `<td${side(i)}>${cell}</td>`;
        })
        .join('')}</tr>`,
  );
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapedMarkup(label)}"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

function paragraph(text: string): string {
  return `<p>${escapedMarkup(text)}</p>`;
}

function titleMarkup(title: string | null): string {
  return title === null ? '' : `<h3>${escapedMarkup(title)}</h3>`;
}
