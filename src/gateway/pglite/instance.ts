import { Worker } from 'node:worker_threads';
import type { Engine } from './engine.ts';
import type { ComputeParameters, FromWorker, Start, ToWorker } from './worker-messages.ts';

/** Receives the answers for clients. */
interface InstanceListener {
  /** Postgres has begun to read this many of the bytes that were fed. */
  took(bytes: number): void;
  data(bytes: Uint8Array): void;
  /** Postgres has processed all bytes that it has read. */
  processed(): void;
  /** The thread has ended, and not by `close`. */
  died(why: Error): void;
}

/** One PGlite on a folder, in a thread of its own. */
export class Instance {
  private listener: InstanceListener | undefined;
  private answer: Uint8Array[] = [];
  private readonly waiting: PendingAnswer[] = [];
  private closing = false;
  /** Bytes that were fed and not read yet, and whether Postgres still processes bytes that it has read. */
  private unread = 0;
  private working = false;
  private ended: Error | undefined;

  private constructor(
    private readonly worker: Worker,
    private readonly counts: Int32Array,
  ) {
    worker.on('message', (message: FromWorker) => this.handle(message));
    worker.on('error', (error) => this.end(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.end(new Error('the thread of the database has ended')));
  }

  static async start(engine: Engine, data: InstanceData): Promise<Instance> {
    const counts = new SharedArrayBuffer(8);
    const start: Start = { ...data, engine, counts, mostAhead: MOST_UNTAKEN_BYTES };
    // Flags of this process, such as --eval, are not meant for its threads.
    const options = { workerData: start, execArgv: [] };
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), options);
    const instance = new Instance(worker, new Int32Array(counts));
    try {
      await instance.nextAnswer();
      return instance;
    } catch (error) {
      instance.closing = true;
      await worker.terminate();
      throw error;
    }
  }

  get dead(): boolean {
    return this.ended !== undefined || this.closing;
  }

  listen(listener: InstanceListener): void {
    this.listener = listener;
    if (this.ended !== undefined) listener.died(this.ended);
  }

  /** Sends whole messages of a client. The bytes are transferred, so the caller can no longer use them. */
  feed(bytes: Uint8Array<ArrayBuffer>): void {
    this.unread += bytes.length;
    this.working = true;
    this.post({ kind: 'feed', bytes }, [bytes.buffer]);
  }

  /** Sets the parameters of the compute for the following messages. */
  become(compute: ComputeParameters): void {
    this.post({ kind: 'compute', ...compute });
  }

  /** Runs our own statements while no client has the turn, and returns the answer. */
  runOwn(bytes: Uint8Array): Promise<Uint8Array> {
    const answered = this.nextAnswer();
    this.post({ kind: 'own', bytes });
    return answered;
  }

  /** Notes that this many bytes of answers have been passed on to their client. */
  passedOn(bytes: number): void {
    Atomics.sub(this.counts, UNTAKEN, bytes);
    Atomics.notify(this.counts, UNTAKEN);
  }

  /** Closes the database. A running statement is cut off, as by a crash. Earlier commits are kept. */
  async close(): Promise<void> {
    if (this.dead) return;
    this.closing = true;
    if (!this.working) {
      const closed = this.nextAnswer();
      this.post({ kind: 'close' });
      await closed.catch(() => undefined);
    }
    await this.worker.terminate();
  }

  private post(message: ToWorker, moved: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, moved);
    Atomics.add(this.counts, SENT, 1);
    Atomics.notify(this.counts, SENT);
  }

  private nextAnswer(): Promise<Uint8Array> {
    if (this.ended !== undefined) return Promise.reject(this.ended);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  private handle(message: FromWorker): void {
    switch (message.kind) {
      case 'took':
        this.unread -= message.bytes;
        this.listener?.took(message.bytes);
        break;
      case 'data':
        this.listener?.data(message.bytes);
        break;
      case 'processed':
        this.working = this.unread > 0;
        this.listener?.processed();
        break;
      case 'answer':
        this.answer.push(message.bytes);
        break;
      case 'failed':
        this.waiting.shift()?.reject(new Error(message.why));
        break;
      default:
        this.waiting.shift()?.resolve(Buffer.concat(this.answer.splice(0)));
    }
  }

  private end(why: Error): void {
    if (this.ended !== undefined) return;
    this.ended = why;
    for (const { reject } of this.waiting.splice(0)) reject(why);
    if (!this.closing) this.listener?.died(why);
  }
}

/** The data with which a PGlite begins. */
export type InstanceData = Pick<Start, 'folder' | 'packed' | 'database'>;

interface PendingAnswer {
  resolve(answer: Uint8Array): void;
  reject(error: Error): void;
}

const SENT = 0;
const UNTAKEN = 1;
const MOST_UNTAKEN_BYTES = 16 * 1024 * 1024;
