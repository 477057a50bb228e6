import type { Service } from '../service.ts';

/** The most that may be buffered for a slow reader. */
const MOST_UNREAD_BYTES = 8 << 20;

/** Sends the events of the service as they happen, as server-sent events. */
export function eventStream(service: Service, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(': tidemark\n\n'));
        const unlisten = service.listen(({ sequence, projectId, event }) => {
          const { kind, atMs, ...rest } = event;
          const data = JSON.stringify({ at: new Date(atMs).toISOString(), projectId, ...rest });
          if ((controller.desiredSize ?? 0) <= 0) {
            // A reader that does not keep up is disconnected, because its unread events would fill the memory.
            stop();
            controller.close();
            return;
          }
          controller.enqueue(encoder.encode(`id: ${sequence}\nevent: ${kind}\ndata: ${data}\n\n`));
        });
        stop = () => {
          unlisten();
          stop = () => {};
        };
        signal.addEventListener('abort', () => {
          stop();
          try {
            controller.close();
          } catch {
            // The reader has closed the stream already.
          }
        });
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNREAD_BYTES }),
  );
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
