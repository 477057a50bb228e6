import { browser } from '../browser.ts';
import { ApiFailure } from './failure.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Calls one of the two APIs with a secret, which stays in memory only. */
export interface Client {
  call<Answer>(method: Method, path: string, body?: object): Promise<Answer>;
  stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

export const apiClient = (key: string): Client => clientOf('/api/v2', key);
export const controlClient = (token: string): Client => clientOf('/_tidemark', token);

function clientOf(base: string, secret: string): Client {
  const send = async (method: Method, path: string, init: RequestInit): Promise<Response> => {
    let response: Response;
    try {
      response = await browser.request(`${base}${path}`, {
        ...init,
        method,
        cache: 'no-store',
        credentials: 'omit',
        headers: { ...init.headers, authorization: `Bearer ${secret}` },
      });
    } catch (error) {
      if (init.signal?.aborted === true) throw error;
      throw new ApiFailure(0, 'UNREACHABLE', 'the service does not answer; is it still running?', '');
    }
    if (!response.ok) throw await failureIn(response);
    return response;
  };
  return {
    async call<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
      const response = await send(
        method,
        path,
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      );
      const text = await response.text();
      return (text === '' ? undefined : JSON.parse(text)) as Answer;
    },
    async stream(path, signal) {
      const { body } = await send('GET', path, { signal });
      if (body === null) throw new ApiFailure(0, 'NO_STREAM', 'the answer has no body', '');
      return body;
    },
  };
}

async function failureIn(response: Response): Promise<ApiFailure> {
  const text = await response.text();
  try {
    const { code, message, request_id } = JSON.parse(text) as Partial<Record<string, string>>;
    return new ApiFailure(response.status, code ?? '', message ?? text, request_id ?? '');
  } catch {
    // The answer is from a proxy between the browser and the service.
    return new ApiFailure(response.status, response.statusText, text.slice(0, 300), '');
  }
}
