import { ApiError } from './api-error.ts';

/** The host names of the service. Requests to IP addresses and to `localhost` are answered in any case. */
export interface OwnNames {
  readonly known: readonly string[];
  /** Whether any name without a dot counts as own, because only a local network can give such a name. */
  readonly withoutDot: boolean;
}

/**
 * Refuses requests to host names that are not the service's own. A malicious page could point its own name to the
 * address of this machine, and the browser would then let it read the service's answers (DNS rebinding).
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

/** Writes a host name as a browser does: in lower case and ASCII, without a final dot. Null if it is no host name. */
function hostNameOf(text: string): string | null {
  const address = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  if (/[/\\?#@\s]/.test(address)) return null;
  try {
    return new URL(`http://${address}`).hostname.replace(/\.$/, '') || null;
  } catch {
    return null;
  }
}

/** A browser writes every form of an IP address as four numbers, or in brackets. */
function isAddress(name: string): boolean {
  return name.startsWith('[') || /^[\d.]+$/.test(name);
}
