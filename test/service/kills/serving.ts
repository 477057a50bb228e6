import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { MAIN, SHORT_LIVED } from '../../cli/served.ts';

const TOKEN = 'control-token-of-kills';

/** The end of a process: its exit code, and its standard error. */
export interface Ended {
  readonly code: number | null;
  readonly problem: string;
}

/** An answer to a call. A call that a kill cuts off is rejected instead. */
export interface Answer {
  readonly status: number;
  // A test knows what it asked for.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

/** A service in a process of its own, which can be killed. */
export class Serving {
  /** Only the first start in a place prints the key. */
  key = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<Ended>;
  private url = '';
  private control = '';

  /** @param place arguments of the command that say where the service keeps its data */
  constructor(place: readonly string[], clock: string) {
    const args = [
      ...SHORT_LIVED,
      MAIN,
      'serve',
      '--port',
      '0',
      '--json',
      '--log',
      'off',
      '--clock',
      clock,
      '--no-pg',
      ...place,
    ];
    this.child = spawn(process.execPath, [...args, '--control-token', TOKEN], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TIDEMARK_SECRET: 'secret of kills' },
    });
    let problem = '';
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      problem += text;
    });
    this.ended = once(this.child, 'close').then(([code]) => ({ code: code as number | null, problem }));
  }

  /** Waits until the service answers, and returns null; if it ends before that, returns how it ended. */
  async ready(): Promise<Ended | null> {
    let text = '';
    const greeted = new Promise<null>((resolve) => {
      this.child.stdout?.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.includes('\n')) resolve(null);
      });
    });
    const ended = await Promise.race([greeted, this.ended]);
    if (ended !== null) return ended;
    const greeting = JSON.parse(text) as { url: string; control: string; key: string | null };
    this.url = greeting.url;
    this.control = greeting.control;
    this.key = greeting.key ?? '';
    return null;
  }

  call(key: string, method: string, path: string, body?: unknown): Promise<Answer> {
    return ask(`${this.url}${path}`, key, method, body);
  }

  /** A call that must succeed. */
  async ok(key: string, method: string, path: string, body?: unknown): Promise<Answer['body']> {
    return mustSucceed(`${method} ${path}`, await this.call(key, method, path, body));
  }

  async controlled(method: string, path: string, body?: unknown): Promise<Answer['body']> {
    return mustSucceed(`${method} ${path}`, await ask(`${this.control}${path}`, TOKEN, method, body));
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  async stop(): Promise<Ended> {
    this.child.kill('SIGTERM');
    return this.ended;
  }
}

async function ask(url: string, key: string, method: string, body: unknown): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

function mustSucceed(what: string, { status, body }: Answer): Answer['body'] {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
  return body;
}
