/** The compute that a client wants, and whether it wants it through the pooler. */
export interface EndpointAddress {
  readonly endpointId: string;
  readonly pooled: boolean;
}

const POOLER = '-pooler';

/** Reads the address from the endpoint option, or else from the host name of TLS; null if there is neither. */
export function endpointAddressOf(options: string, serverName: string | null): EndpointAddress | null {
  const label = endpointOption(options) ?? serverName?.split('.')[0] ?? '';
  if (label === '' || label === 'localhost') return null;
  const pooled = label.endsWith(POOLER);
  return { endpointId: pooled ? label.slice(0, -POOLER.length) : label, pooled };
}

/** The options for Postgres, without the one that names the endpoint. */
export function otherOptions(options: string): string {
  return wordsOf(options)
    .filter((word) => nameIn(word) === null)
    .join(' ');
}

function endpointOption(options: string): string | null {
  for (const word of wordsOf(options)) {
    const name = nameIn(word);
    if (name !== null) return name;
  }
  return null;
}

/** Splits options at blanks that have no backslash before them. */
function wordsOf(options: string): readonly string[] {
  return options.match(/(?:\\.|[^\s\\])+/gs) ?? [];
}

function nameIn(word: string): string | null {
  const match = /^(?:--)?endpoint=(.*)$/s.exec(word);
  return match === null ? null : (match[1] as string);
}
