/** What a server has answered. */
export interface WebAnswer {
  readonly status: number;
  readonly text: string;
}

/** Asks servers of others. */
export interface Web {
  /** Throws where nothing answers, where it takes longer, and where the answer breaks off. */
  get(url: URL, headers: Readonly<Record<string, string>>, timeoutMs: number): Promise<WebAnswer>;
}

export const web: Web = {
  async get(url, headers, timeoutMs) {
    const signal = AbortSignal.timeout(timeoutMs);
    // Where it is sent on to may be the server of somebody else, who must not get what is in the headers.
    const response = await fetch(url, { headers: { ...headers }, signal, redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  },
};
