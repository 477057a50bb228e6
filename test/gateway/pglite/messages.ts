/** Messages of the protocol as clients send them. */
export function query(text: string): Buffer {
  return message('Q', text);
}

export function parse(name: string, text: string): Buffer {
  return message('P', name, text, int16(0));
}

export function bind(statement: string, values: readonly string[] = [], portal = ''): Buffer {
  const parameters = values.map((value) =>
    Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]),
  );
  return message('B', portal, statement, int16(0), int16(values.length), ...parameters, int16(0));
}

export function execute(portal = ''): Buffer {
  return message('E', portal, int32(0));
}

export function describeStatement(name: string): Buffer {
  return message('D', `S${name}`);
}

export function closeStatement(name: string): Buffer {
  return message('C', `S${name}`);
}

export function copyData(text: string): Buffer {
  return message('d', Buffer.from(text));
}

export const sync = message('S');
export const flush = message('H');
export const copyDone = message('c');
export const terminate = message('X');

/** Texts end with a zero byte, buffers are what they are. */
export function message(type: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)),
  );
  return Buffer.concat([Buffer.from(type), int32(4 + body.length), body]);
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

/** Puts each message of a server into a few words: `D 1,x`, `C SELECT 1`, `E 22012 division by zero`, `Z I`. */
export function words(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const type = String.fromCharCode(bytes[at] as number);
    const said = inWords(type, bytes.subarray(at + 5, at + 1 + bytes.readInt32BE(at + 1)));
    found.push(said === '' ? type : `${type} ${said}`);
  }
  return found;
}

/** Returns the length of the whole messages, since the last one may have come in part. */
export function wholeLength(bytes: Buffer): number {
  let at = 0;
  while (bytes.length - at >= 5 && bytes.length - at >= 1 + bytes.readInt32BE(at + 1)) {
    at += 1 + bytes.readInt32BE(at + 1);
  }
  return at;
}

function inWords(type: string, body: Buffer): string {
  if (type === 'D') return columns(body).join();
  if (type === 'C' || type === 'd' || type === 'Z') return body.toString().replace(/\0$/, '');
  if (type !== 'E' && type !== 'N') return '';
  const fields = body.toString().split('\0');
  const field = (letter: string) => fields.find((one) => one.startsWith(letter))?.slice(1);
  return `${field('C')} ${field('M')}`;
}

function columns(body: Buffer): string[] {
  const values: string[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left--) {
    const length = body.readInt32BE(at);
    values.push(length < 0 ? 'null' : body.toString('utf8', at + 4, at + 4 + length));
    at += 4 + Math.max(0, length);
  }
  return values;
}
