import autocannon from 'autocannon';
import type { Load, Measured } from './load.ts';

const load = JSON.parse(process.argv[2] ?? '') as Load;

/** The warm-up does not count, because the server compiles its code then. */
const WARM_UP_SECONDS = 2;

let number = 0;
await run(WARM_UP_SECONDS);
const { requests, latency, errors, non2xx } = await run(load.seconds);
const measured: Measured = {
  perSecond: requests.average,
  p50Ms: latency.p50,
  p99Ms: latency.p99,
  maxMs: latency.max,
  failures: errors + non2xx,
};
console.log(JSON.stringify(measured));

function run(seconds: number): Promise<autocannon.Result> {
  return autocannon({
    url: load.url,
    connections: load.connections,
    duration: seconds,
    headers: { authorization: `Bearer ${load.key}`, 'content-type': 'application/json' },
    setupClient(client) {
      // Connections begin at different calls, so that they do not all send the same one at once.
      const from = Math.floor((number++ * load.calls.length) / load.connections) % load.calls.length;
      const calls = [...load.calls.slice(from), ...load.calls.slice(0, from)];
      client.setRequests(
        calls.map(({ method, path, body }) => ({
          method,
          path,
          ...(body?.includes('#') === true
            ? {
                setupRequest: (request: autocannon.Request) => ({
                  ...request,
                  body: body.replaceAll('#', String(number++)),
                }),
              }
            : { body }),
        })) as autocannon.Request[],
      );
    },
  });
}
