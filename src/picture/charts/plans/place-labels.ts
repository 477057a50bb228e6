/** A label beside a point, in pixels from the top left corner of the plot. */
export interface PlacedLabel {
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'right' | 'center';
}

interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const HEIGHT = 14;
/** The width of a letter of eleven pixels, estimated rather too wide than too narrow. */
const LETTER = 6.2;
const DISTANCE = 11;
/** The vertical distances between a label and its point, the preferred ones first. */
const SHIFTS = [0, -14, 14, -28, 28, -42, 42];

/**
 * Places labels in order, each at the first free place near its point: right, left or centred, then higher or lower. A
 * free place covers no other label and no point. A label without one stays on the right.
 */
export function placeLabels(
  anchors: readonly Anchor[],
  points: readonly Pick<Anchor, 'x' | 'y'>[],
  width: number,
  height: number,
): PlacedLabel[] {
  const taken: Box[] = points.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
  return anchors.map(({ x, y, text }) => {
    const room = text.length * LETTER;
    const candidates = SHIFTS.flatMap((shift): PlacedLabel[] => [
      { x: x + DISTANCE, y: y + shift, align: 'left' },
      { x: x - DISTANCE, y: y + shift, align: 'right' },
      { x, y: y + shift - DISTANCE, align: 'center' },
    ]);
    const found =
      candidates.find((candidate) => {
        const box = boxOf(candidate, room);
        const isInside = box.left >= 0 && box.right <= width && box.top >= -HEIGHT && box.bottom <= height;
        return isInside && !taken.some((other) => overlap(box, other));
      }) ?? (candidates[0] as PlacedLabel);
    taken.push(boxOf(found, room));
    return found;
  });
}

function boxOf({ x, y, align }: PlacedLabel, room: number): Box {
  const left = { left: x, right: x - room, center: x - room / 2 }[align];
  return { left, right: left + room, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
