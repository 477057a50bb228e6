import { problem } from '../../../problem/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The address of the API, with a slash at the end. */
export function apiAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw problem(
      { field: '--api-url' },
      // The message leaves the text out, because it may hold a password.
      'it is not an address',
      'write one such as http://127.0.0.1:4010/api/v2',
    );
  if (url.username !== '' || url.password !== '')
    throw problem(
      { field: '--api-url' },
      'it has a user or a password in it, which others can see',
      'put an API key into TIDEMARK_API_KEY instead',
    );
  url.search = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/`;
  return url;
}

/**
 * The key of the option, or of the variable TIDEMARK_API_KEY.
 *
 * A key with other characters is refused here, because the error of the runtime would show it.
 */
export function apiKeyOf(option: string | undefined, environment: Terminal['environment']): string {
  const key = option ?? environment('TIDEMARK_API_KEY') ?? '';
  if (key === '') throw problem({ field: 'TIDEMARK_API_KEY' }, 'is not set', 'put an API key there');
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw problem(
    { field: 'TIDEMARK_API_KEY' },
    'it has blanks or other characters that no key has',
    'set it again',
  );
}
