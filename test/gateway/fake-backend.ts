import type {
  Backend,
  BackendLink,
  DatabasePlace,
  LinkListener,
  SessionRequest,
} from '../../src/gateway/backend.ts';
import { errorMessage, readyForQuery } from '../../src/gateway/wire/messages.ts';

/** A backend that is told what to do: it answers queries at once, or when it is told to. */
export class FakeBackend implements Backend {
  readonly description = 'a backend of the tests';
  readonly majorVersion = 17;
  readonly links = new Set<FakeLink>();
  readonly calls: string[] = [];
  /** Whatever opening a session waits for, or fails with. */
  opening: () => Promise<void> = async () => {};

  async open(wish: SessionRequest): Promise<BackendLink> {
    await this.opening();
    const link = new FakeLink(wish, (gone) => this.links.delete(gone));
    this.links.add(link);
    return link;
  }

  prepare(): void {}

  warm({ branchId }: DatabasePlace): void {
    this.calls.push(`warm ${branchId}`);
  }

  async releaseBranch(branchId: string): Promise<void> {
    this.calls.push(`rest ${branchId}`);
  }

  async copyBranch(branchId: string, parentId: string): Promise<void> {
    this.calls.push(`copy ${parentId} to ${branchId}`);
  }

  async dropBranch(branchId: string): Promise<void> {
    this.calls.push(`drop ${branchId}`);
  }

  async renameDatabase(branchId: string, from: string, to: string): Promise<void> {
    this.calls.push(`rename ${from} of ${branchId} to ${to}`);
  }

  async dropDatabase(branchId: string, name: string): Promise<void> {
    this.calls.push(`drop ${name} of ${branchId}`);
  }

  async close(): Promise<void> {
    this.calls.push('close');
  }
}

/** `hold` is answered when it is told, `begin` and `commit` are what they are, and all else does nothing. */
export class FakeLink implements BackendLink {
  readonly parameters = new Map([
    ['server_version', '17.0'],
    ['client_encoding', 'UTF8'],
  ]);
  readonly wish: SessionRequest;
  readonly queries: string[] = [];
  cancelled = 0;
  cancelling: Promise<void> | null = null;
  /** How long a cancel may still hit a query. */
  cancelLasts: Promise<void> | null = null;
  isPaused = false;
  private readonly kept: Uint8Array[] = [];
  private readonly gone: (link: FakeLink) => void;
  private listener: LinkListener | null = null;
  private bytes = Buffer.alloc(0);
  private status: 'I' | 'T' = 'I';

  constructor(wish: SessionRequest, gone: (link: FakeLink) => void) {
    this.wish = wish;
    this.gone = gone;
  }

  listen(listener: LinkListener): void {
    this.listener = listener;
  }

  send(bytes: Uint8Array): boolean {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    while (this.bytes.length >= 5 && this.bytes.length > this.bytes.readInt32BE(1)) {
      const end = 1 + this.bytes.readInt32BE(1);
      const message = this.bytes.subarray(0, end);
      this.bytes = this.bytes.subarray(end);
      if (message[0] === 'Q'.charCodeAt(0)) this.query(message.subarray(5, -1).toString());
    }
    return true;
  }

  /** The query under way is done. */
  answer(rows: Uint8Array = new Uint8Array()): void {
    const tag = 'SELECT 0\0';
    const head = Buffer.from([67, 0, 0, 0, 4 + tag.length]);
    this.say(Buffer.concat([rows, head, Buffer.from(tag), readyForQuery(this.status)]));
  }

  /** The process behind it has died. */
  die(why: string | null = null): void {
    if (why !== null)
      this.listener?.data(errorMessage({ severity: 'FATAL', sqlstate: '57P01', message: why }));
    this.gone(this);
    this.listener?.closed(null);
  }

  /** Whatever the server has to say. */
  say(bytes: Uint8Array): void {
    if (this.isPaused) this.kept.push(bytes);
    else this.listener?.data(bytes);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    for (const bytes of this.kept.splice(0)) this.say(bytes);
  }

  async cancel(): Promise<void> {
    this.cancelled++;
    this.cancelling = this.cancelLasts;
    this.listener?.data(
      errorMessage({ severity: 'ERROR', sqlstate: '57014', message: 'canceling statement' }),
    );
    this.listener?.data(readyForQuery(this.status));
    await this.cancelling;
    this.cancelling = null;
  }

  close(): void {
    this.gone(this);
  }

  private query(text: string): void {
    this.queries.push(text);
    if (text === 'begin') this.status = 'T';
    if (text === 'commit') this.status = 'I';
    if (text !== 'hold') queueMicrotask(() => this.answer());
  }
}
