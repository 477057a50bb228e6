import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the server. */
export interface Asked {
  readonly query: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly path: string;
  readonly authorization: string | undefined;
}

export interface FakePrometheus {
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

type Metric = Readonly<Record<string, string>>;

/** A series: its labels, and its value at a time. Null if it has none then. */
export interface FakeSeries {
  readonly metric: Metric;
  readonly at: (ms: number) => number | null;
}

/** Starts a Prometheus on a port of its own, with its data and how it fails. */
export async function fakePrometheus(
  seriesOf: (query: string) => readonly FakeSeries[],
  instead: (asked: Asked, response: ServerResponse) => boolean = () => false,
): Promise<FakePrometheus> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const one = askedBy(request);
    asked.push(one);
    if (instead(one, response)) return;
    response.setHeader('content-type', 'application/json');
    const points = (one.toMs - one.fromMs) / one.stepMs;
    if (points > 11_000) {
      response.statusCode = 400;
      response.end(
        '{"status":"error","errorType":"bad_data","error":"exceeded maximum resolution of 11,000 points"}',
      );
      return;
    }
    const times = Array.from({ length: Math.floor(points) + 1 }, (_, at) => one.fromMs + at * one.stepMs);
    const result = seriesOf(one.query).map(({ metric, at }) => ({
      metric,
      values: times.flatMap((ms) => (at(ms) === null ? [] : [[ms / 1000, `${at(ms)}`]])),
    }));
    const some = result.filter(({ values }) => values.length > 0);
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: some } }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function askedBy({ url = '', headers }: IncomingMessage): Asked {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const ms = (name: string) => Math.round(Number(searchParams.get(name)) * 1000);
  return {
    query: searchParams.get('query') ?? '',
    fromMs: ms('start'),
    toMs: ms('end'),
    stepMs: ms('step'),
    path: pathname,
    authorization: headers.authorization,
  };
}
