import autocannon from 'autocannon';
import type { Load, Measured } from './load.ts';

const load = JSON.parse(process.argv[2] ?? '') as Load;

/** Not counted: until the code of the server is compiled. */
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
      // Connections begin at different places, so that they don't all ask for the same at once.
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
