import { expect } from 'vitest';
import { type Served, serve } from '../../cli/served.ts';

/** A served project with one compute, which a test puts to sleep, restarts and fills. */
export class ServedProject {
  readonly served: Served;
  readonly endpoint: string;
  readonly uri: string;
  readonly endpointId: string;
  readonly projectId: string;

  private constructor(
    served: Served,
    made: {
      readonly project: { readonly id: string };
      readonly endpoints: readonly { readonly id: string }[];
      readonly connection_uris: readonly { readonly connection_uri: string }[];
    },
  ) {
    this.served = served;
    this.projectId = made.project.id;
    this.endpointId = made.endpoints[0]?.id ?? '';
    this.uri = made.connection_uris[0]?.connection_uri ?? '';
    this.endpoint = `/projects/${this.projectId}/endpoints/${this.endpointId}`;
  }

  /** A compute of a quarter CU, which has 105 connections for clients. */
  static async start(...args: readonly string[]): Promise<ServedProject> {
    const served = await serve('--log', 'off', ...args);
    const made = await call(`${served.url}/projects`, served.key ?? '', 'POST', {
      project: {
        name: 'drivers',
        default_endpoint_settings: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
      },
    });
    return new ServedProject(served, made);
  }

  get pooledUri(): string {
    return `${this.uri}-pooler`;
  }

  api(method: string, path: string, body?: unknown) {
    return call(`${this.served.url}${path}`, this.served.key ?? '', method, body);
  }

  control(method: string, path: string, body?: unknown) {
    return call(`${this.served.control}${path}`, this.served.controlToken, method, body);
  }

  async state(): Promise<string> {
    return (await this.control('GET', `/computes/${this.endpointId}`)).chart_state;
  }

  /** Whatever it does now, so much after the last of it it sleeps. */
  async fallAsleep(): Promise<void> {
    await this.hearsTheEnd();
    await this.control('POST', '/clock/advance', { by: '20m' });
    if ((await this.state()) !== 'idle') throw new Error(`it is ${await this.state()}`);
  }

  /** Waits until the service knows that all queries have ended. The gateway reports busy sessions 100 ms late. */
  private async hearsTheEnd(): Promise<void> {
    await expect
      .poll(async () => (await this.control('GET', `/computes/${this.endpointId}`)).sessions)
      .not.toContainEqual(expect.objectContaining({ doing: expect.not.stringMatching(/^idle$/) }));
  }

  async restart(): Promise<void> {
    await this.control('POST', '/clock/advance', { by: '5s' });
    await this.api('POST', `${this.endpoint}/restart`);
    await this.control('POST', '/clock/advance', { by: '5s' });
  }

  async end(): Promise<void> {
    await this.served.end();
  }
}

// A test knows what it asked for.
// biome-ignore lint/suspicious/noExplicitAny: see above
async function call(url: string, key: string, method: string, body?: unknown): Promise<any> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}
