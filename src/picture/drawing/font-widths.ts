/** Returns the width of a text in pixels. */
type TextWidth = (text: string, sizePx: number) => number;

/**
 * Reads the widths of characters from a TrueType font, to reserve the right room for labels. It supports one format of
 * the character map, which every font has. It ignores kerning, which only moves letters closer together.
 */
export function textWidthOf(font: Uint8Array): TextWidth {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = tablesOf(view);
  const unitsPerEm = view.getUint16(tables('head') + 18);
  const measured = view.getUint16(tables('hhea') + 34);
  const widths = tables('hmtx');
  const glyphOf = characterMap(view, tables('cmap'));
  const advance = (character: number) =>
    view.getUint16(widths + 4 * Math.min(glyphOf(character), measured - 1)) / unitsPerEm;
  const known = new Map<number, number>();
  return (text, sizePx) => {
    let ems = 0;
    for (const letter of text) {
      const character = letter.codePointAt(0) as number;
      const width = known.get(character) ?? advance(character);
      known.set(character, width);
      ems += width;
    }
    return ems * sizePx;
  };
}

function tablesOf(view: DataView): (name: string) => number {
  const places = new Map<string, number>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i;
    const name = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
    places.set(name, view.getUint32(at + 8));
  }
  return (name) => places.get(name) as number;
}

/** Returns a function from a character to its glyph, or 0 if the font has none. It reads format 4 of the map. */
function characterMap(view: DataView, cmap: number): (character: number) => number {
  const subtables = Array.from(
    { length: view.getUint16(cmap + 2) },
    (_, i) => cmap + view.getUint32(cmap + 8 + 8 * i),
  );
  const map = subtables.find((at) => view.getUint16(at) === 4) as number;
  const twice = view.getUint16(map + 6);
  const [ends, starts, deltas, offsets] = [14, 16 + twice, 16 + 2 * twice, 16 + 3 * twice].map(
    (at) => map + at,
  ) as [number, number, number, number];
  return (character) => {
    for (let segment = 0; segment < twice; segment += 2) {
      if (view.getUint16(ends + segment) < character) continue;
      const start = view.getUint16(starts + segment);
      if (start > character) return 0;
      const delta = view.getUint16(deltas + segment);
      const offset = view.getUint16(offsets + segment);
      if (offset === 0) return (character + delta) & 0xffff;
      const glyph = view.getUint16(offsets + segment + offset + 2 * (character - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
