/** The document that states a fact, and the date of that document. */
export interface FactSource {
  readonly document: string;
  readonly section: string;
  readonly date: string;
}

export function specification(section: string): FactSource {
  return { document: 'interface specification', section, date: 'undated, as of 2026-08' };
}

export function publicDocumentation(section: string): FactSource {
  return { document: 'public documentation', section, date: '2026-08' };
}

export function describeSource({ document, section, date }: FactSource): string {
  return `${document}, ${section} (${date})`;
}
