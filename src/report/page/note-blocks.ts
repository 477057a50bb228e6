import { isWarning } from '../../trace/index.ts';
import type { PageBlock } from './page.ts';

/** The warnings among the notes of a trace, a paragraph each. They come before all figures. */
export function warningBlocks(notes: readonly string[]): PageBlock[] {
  return notes.filter(isWarning).map((text) => ({ kind: 'paragraph', text }));
}

/** The other notes of a trace, as a list. */
export function noteList(title: string, notes: readonly string[]): PageBlock[] {
  const others = notes.filter((note) => !isWarning(note));
  return others.length === 0 ? [] : [{ kind: 'list', title, items: others.map((text) => ({ text })) }];
}
