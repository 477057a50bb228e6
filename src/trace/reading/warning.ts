const MARK = 'Warning: ';

/** A note that belongs at the head of an answer: figures may be wrong because of it. */
export function warning(text: string): string {
  return `${MARK}${text}`;
}

/** Whether a note is a warning; the name of its trace may stand before it. */
export function isWarning(note: string): boolean {
  return note.startsWith(MARK) || note.includes(`: ${MARK}`);
}
