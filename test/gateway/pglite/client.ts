import type { Backend, BackendLink, SessionRequest } from '../../../src/gateway/backend.ts';
import { query, wholeLength, words } from './messages.ts';

/** A session as a client has it: sends, and waits for what is answered. */
export class Client {
  private bytes = Buffer.alloc(0);
  private changed: () => void = () => {};
  closed: { readonly why: Error | null } | undefined;
  drained = 0;

  constructor(readonly link: BackendLink) {
    link.listen({
      data: (bytes) => {
        this.bytes = Buffer.concat([this.bytes, bytes]);
        this.changed();
      },
      drained: () => {
        this.drained += 1;
        this.changed();
      },
      closed: (why) => {
        this.closed = { why };
        this.changed();
      },
    });
  }

  /** The answers that nobody has taken yet. */
  seen(): string[] {
    return words(this.bytes.subarray(0, wholeLength(this.bytes)));
  }

  take(): string[] {
    const whole = wholeLength(this.bytes);
    const found = words(this.bytes.subarray(0, whole));
    this.bytes = this.bytes.subarray(whole);
    return found;
  }

  async until(enough: (seen: readonly string[]) => boolean): Promise<string[]> {
    for (;;) {
      if (enough(this.seen()) || this.closed !== undefined) return this.take();
      await this.change();
    }
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.changed = resolve;
    });
  }

  /** Sends, and waits for so many messages that it may go on. */
  async ask(bytes: Buffer, readies = 1): Promise<string[]> {
    this.link.send(bytes);
    return this.until((seen) => seen.filter((one) => one.startsWith('Z')).length >= readies);
  }

  /** The rows of a query, without what stands around them. */
  async rows(text: string): Promise<string[]> {
    const answer = await this.ask(query(text));
    const error = answer.find((one) => one.startsWith('E'));
    if (error !== undefined) throw new Error(error);
    return answer.filter((one) => one.startsWith('D')).map((one) => one.slice(2));
  }

  async ended(): Promise<Error | null> {
    while (this.closed === undefined) await this.change();
    return this.closed.why;
  }
}

export async function connect(backend: Backend, wish: Partial<SessionRequest> = {}): Promise<Client> {
  return new Client(await backend.open(wishFor(wish)));
}

export function wishFor(wish: Partial<SessionRequest> = {}): SessionRequest {
  return {
    place: { branchId: 'br-one', database: 'neondb', owner: 'ann' },
    role: 'ann',
    roles: ['ann', 'bob'],
    parameters: new Map(),
    settings: new Map(),
    readOnly: false,
    maxConnections: 112,
    temporaryBytes: 2 ** 30,
    ...wish,
  };
}
