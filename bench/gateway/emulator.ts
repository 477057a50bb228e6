import pg from 'pg';
import { type Child, startChild } from '../child.ts';

/** The start time of a compute in this bench. Figures do not include it. */
export const START_MS = 300;

interface Greeting {
  readonly url: string;
  readonly control: string;
  readonly controlToken: string;
  readonly key: string;
}

/** A compute of a branch, and the address for clients. */
export interface Compute {
  readonly projectId: string;
  readonly branchId: string;
  readonly id: string;
  readonly uri: string;
}

/** A service in a process of its own, with a gateway. */
export class Emulator {
  readonly child: Child<Greeting>;

  private constructor(child: Child<Greeting>) {
    this.child = child;
  }

  /** Starts a service. Its databases are in a server, or in PGlite if the URL is null. */
  static async start(serverUrl: string | null): Promise<Emulator> {
    const args = ['serve', '--port', '0', '--pg-port', '0', '--json', '--log', 'off'];
    // A server takes one service for each seed.
    if (serverUrl !== null) args.push('--backend-url', serverUrl, '--seed', String(process.pid));
    const emulator = new Emulator(await startChild<Greeting>('tidemark', args));
    const { control, controlToken } = emulator.child.line;
    await call(`${control}/faults`, controlToken, 'PUT', { starts: { takes: { ms: START_MS } } });
    return emulator;
  }

  async project(): Promise<Compute> {
    const made = (await this.api('POST', '/projects', {
      project: {
        default_endpoint_settings: {
          autoscaling_limit_min_cu: 1,
          autoscaling_limit_max_cu: 1,
          suspend_timeout_seconds: -1,
        },
      },
    })) as Made;
    return computeOf(made, made.project?.id ?? '');
  }

  async branch({ projectId, branchId }: Compute): Promise<Compute> {
    const made = (await this.api('POST', `/projects/${projectId}/branches`, {
      branch: { parent_id: branchId },
      endpoints: [{ type: 'read_write' }],
    })) as Made;
    return computeOf(made, projectId);
  }

  /** Suspends a compute, and waits until it is idle. */
  async suspend(compute: Compute): Promise<void> {
    const path = `/projects/${compute.projectId}/endpoints/${compute.id}`;
    await this.until(compute, 'active');
    await this.api('POST', `${path}/suspend`);
    await this.until(compute, 'idle');
  }

  async until({ projectId, id }: Compute, state: string): Promise<void> {
    for (;;) {
      const { endpoint } = (await this.api('GET', `/projects/${projectId}/endpoints/${id}`)) as {
        endpoint: { current_state: string; pending_state?: string };
      };
      if (endpoint.current_state === state && endpoint.pending_state === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  stop(): Promise<void> {
    return this.child.stop();
  }

  private api(method: string, path: string, body?: unknown): Promise<unknown> {
    const { url, key } = this.child.line;
    return call(`${url}${path}`, key, method, body);
  }
}

/** Returns the time that a client needs to connect. */
export async function connectMs(uri: string): Promise<number> {
  const client = new pg.Client(uri);
  const startMs = performance.now();
  await client.connect();
  const tookMs = performance.now() - startMs;
  await client.end();
  return tookMs;
}

interface Made {
  readonly project?: { readonly id: string };
  readonly branch: { readonly id: string };
  readonly endpoints: readonly { readonly id: string }[];
  readonly connection_uris: readonly { readonly connection_uri: string }[];
}

function computeOf({ branch, endpoints, connection_uris }: Made, projectId: string): Compute {
  const uri = connection_uris[0]?.connection_uri ?? '';
  return { projectId, branchId: branch.id, id: endpoints[0]?.id ?? '', uri };
}

async function call(url: string, key: string, method: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
