import type { Block } from './page.ts';
import { TEXT_WIDTH } from './wrap.ts';

/** Draws lines of at most so many columns. */
export type Draw = (columns: number) => readonly string[];

/** A picture that is drawn as wide as there is room for; a document keeps it as a page of 80 columns has it. */
export function drawing(draw: Draw): Block[] {
  const lines = draw(TEXT_WIDTH - PICTURE_INDENT);
  return lines.length === 0 ? [] : [{ kind: 'picture', lines, draw }];
}

export const PICTURE_INDENT = 2;
