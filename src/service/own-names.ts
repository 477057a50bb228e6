import { ApiError } from './api-error.ts';

/** The names that the service has. Addresses and `localhost` are answered whatever its names are. */
export interface OwnNames {
  readonly known: readonly string[];
  /** Whether a name without a dot is taken for one of them: only a local network can give such a name. */
  readonly withoutDot: boolean;
}

/**
 * Refuses requests to names that are not the service's own. The page of a stranger can give its own name the address
 * of this machine, and a browser would then let it read what the service answers (DNS rebinding).
 */
export function requireOwnName({ known, withoutDot }: OwnNames): (request: Request) => void {
  const own = new Set(known.map(hostNameOf));
  return ({ headers, url }) => {
    const host = headers.get('host') ?? new URL(url).host;
    const name = hostNameOf(host.replace(/:\d*$/, ''));
    if (name === null) throw new ApiError(400, 'BAD_REQUEST', 'the Host header names no host');
    if (isAddress(name) || /(?:^|\.)localhost$/.test(name) || own.has(name)) return;
    if (withoutDot && !name.includes('.')) return;
    throw new ApiError(
      421,
      'MISDIRECTED_REQUEST',
      `the service does not answer to the name ${name}; use its address, or start it with --allow-host ${name}`,
    );
  };
}

/** A name as a browser writes it: in small letters and ASCII, without the dot of the root. null: it is none. */
function hostNameOf(text: string): string | null {
  const address = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  if (/[/\\?#@\s]/.test(address)) return null;
  try {
    return new URL(`http://${address}`).hostname.replace(/\.$/, '') || null;
  } catch {
    return null;
  }
}

/** A browser writes any form of an address as four numbers, or in brackets. */
function isAddress(name: string): boolean {
  return name.startsWith('[') || /^[\d.]+$/.test(name);
}
