import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { connect } from 'node:net';

// A process with many clients that connect and then do nothing. A driver would derive the SCRAM key for each client,
// which would take longer than all other work here.
const [, , uri, count] = process.argv;
const { username, password, hostname, port, pathname, searchParams } = new URL(uri ?? '');
const AT_ONCE = 50;
const FIRST = 'n=,r=rOprNGfwEbeRWgbNEkqO';
const derived = new Map<string, Buffer>();

for (let left = Number(count); left > 0; left -= AT_ONCE)
  await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, open));
console.log(JSON.stringify({}));

/** Opens a connection. Resolves when it is ready for queries. */
function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('it is closed')));
    const settings = {
      user: username,
      database: pathname.slice(1),
      options: searchParams.get('options') ?? '',
    };
    const words = Object.entries(settings).map(([name, value]) => `${name}\0${value}\0`);
    socket.write(sized('', int32(196_608), Buffer.from(`${words.join('')}\0`)));
    let unread = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      unread = Buffer.concat([unread, bytes]);
      while (unread.length >= 5) {
        const end = 1 + unread.readInt32BE(1);
        if (end > unread.length) return;
        const type = unread.toString('latin1', 0, 1);
        const body = unread.subarray(5, end);
        unread = unread.subarray(end);
        if (type === 'E') reject(new Error(body.toString()));
        if (type === 'Z') resolve();
        const answer = type === 'R' ? answerTo(body) : null;
        if (answer !== null) socket.write(answer);
      }
    });
  });
}

/** Returns the answer of a client in SCRAM-SHA-256. */
function answerTo(asked: Buffer): Buffer | null {
  const kind = asked.readInt32BE(0);
  if (kind === 10) {
    const first = Buffer.from(`n,,${FIRST}`);
    return sized('p', Buffer.from('SCRAM-SHA-256\0'), int32(first.length), first);
  }
  if (kind !== 11) return null;
  const challenge = asked.toString('latin1', 4);
  const [nonce, salt, iterations] = challenge.split(',').map((part) => part.slice(2));
  const final = `c=biws,r=${nonce}`;
  const clientKey = hmac(saltedPassword(salt ?? '', Number(iterations)), 'Client Key');
  const storedKey = createHash('sha256').update(clientKey).digest();
  const signature = hmac(storedKey, `${FIRST},${challenge},${final}`);
  const proof = Buffer.from(clientKey.map((byte, place) => byte ^ (signature[place] as number)));
  return sized('p', Buffer.from(`${final},p=${proof.toString('base64')}`));
}

function saltedPassword(salt: string, iterations: number): Buffer {
  const known = derived.get(salt);
  if (known !== undefined) return known;
  const bytes = pbkdf2Sync(
    decodeURIComponent(password),
    Buffer.from(salt, 'base64'),
    iterations,
    32,
    'sha256',
  );
  derived.set(salt, bytes);
  return bytes;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sized(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(4 + body.length), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
