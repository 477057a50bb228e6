/** Parses server-sent events. The browser's EventSource cannot send a token, so it is no option. */
export async function* eventsIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = eventOf(text.slice(0, end));
      text = text.slice(end + 2);
      if (event !== null) yield event;
    }
  }
}

interface ServerEvent {
  readonly kind: string;
  readonly data: unknown;
}

function eventOf(block: string): ServerEvent | null {
  let kind = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) kind = line.slice(7);
    if (line.startsWith('data: ')) data.push(line.slice(6));
  }
  return data.length === 0 ? null : { kind, data: JSON.parse(data.join('\n')) as unknown };
}
