/**
 * How wide a text will be in Helvetica or Arial, near enough to leave room for it. Pictures are laid out without a
 * browser, so there is none to ask.
 */
export function textWidth(text: string, fontSize: number): number {
  let units = 0;
  for (const character of text) units += WIDTHS.get(character) ?? 556;
  return (units / 1000) * fontSize;
}

/** Advance widths in thousandths of the font size, where they differ much from that of most letters. */
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
