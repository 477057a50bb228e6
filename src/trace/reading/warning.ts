const MARK = 'Warning: ';

/** Marks a note as a warning, which stands at the head of an answer: figures may be wrong because of it. */
export function warning(text: string): string {
  return `${MARK}${text}`;
}

/** Whether a note is a warning. The name of its trace may precede the mark. */
export function isWarning(note: string): boolean {
  return note.startsWith(MARK) || note.includes(`: ${MARK}`);
}
