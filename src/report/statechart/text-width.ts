/**
 * Estimates the width of a text in Helvetica or Arial. Pictures are laid out without a browser that could measure it.
 */
export function textWidth(text: string, fontSize: number): number {
  let units = 0;
  for (const character of text) units += WIDTHS.get(character) ?? 556;
  return (units / 1000) * fontSize;
}

/** Advance widths in thousandths of the font size, for characters that differ much from most letters. */
const WIDTHS = new Map(
  [
    ['ijl', 222],
    [' .,:;ftI[]/!|', 278],
    ['r()-', 333],
    ['cksvxyzJ', 500],
    ['FTZ', 611],
    ['ABEKPSVXY', 667],
    ['CDHNRUw', 722],
    ['GOQ', 778],
    ['mM', 833],
    ['W', 944],
  ].flatMap(([letters, width]) =>
    [...(letters as string)].map((letter) => [letter, width as number] as const),
  ),
);
