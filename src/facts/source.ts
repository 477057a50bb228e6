/** The document that states a fact, and the date of that document. */
export interface FactSource {
  readonly document: string;
  readonly section: string;
  readonly date: string;
}

export function describeSource({ document, section, date }: FactSource): string {
  return `${document}, ${section} (${date})`;
}
