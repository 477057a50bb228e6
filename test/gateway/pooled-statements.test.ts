import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BackendLink } from '../../src/gateway/backend.ts';
import { PooledStatements } from '../../src/gateway/pooled-statements.ts';
import { FrameScanner } from '../../src/gateway/wire/frames.ts';
import { cutAnywhere, frame } from './wire/arbitrary-frames.ts';

/** As much of Postgres as prepared statements need; what it answers tells which text a statement has. */
class ModelServer {
  private readonly statements = new Map<string, string>();
  private portal: string | null = null;
  private skips = false;
  private copies = false;

  answers(type: string, body: string): Buffer[] {
    if (this.copies) return this.copying(type);
    if (type === 'S') {
      this.skips = false;
      this.portal = null;
      return [frame('Z', 'I')];
    }
    if (this.skips) return [];
    const words = body.split('\0');
    const [first = '', second = ''] = words;
    if (type === 'P') {
      if (second.startsWith('wrong')) return this.error('42601');
      if (first !== '' && this.statements.has(first)) return this.error('42P05');
      this.statements.set(first, second);
      return [frame('1', '')];
    }
    if (type === 'B') {
      const text = this.statements.get(second);
      if (text === undefined) return this.error('26000');
      this.portal = text;
      return [frame('2', '')];
    }
    if (type === 'E') return this.run(this.portal);
    if (type === 'Q') {
      this.statements.delete('');
      const said = this.run(first);
      this.skips = false;
      return this.copies ? said : [...said, frame('Z', 'I')];
    }
    if (type === 'C') {
      this.statements.delete(first.slice(1));
      return [frame('3', '')];
    }
    const described = this.statements.get(first.slice(1));
    return described === undefined ? this.error('26000') : [frame('t', described)];
  }

  private run(text: string | null): Buffer[] {
    if (text === null) return this.error('34000');
    if (text === 'copy') {
      this.copies = true;
      return [frame('G', '')];
    }
    if (/^(DEALLOCATE|DISCARD) ALL$/.test(text)) this.statements.clear();
    return [frame('D', text), frame('C', `${text}\0`)];
  }

  /** Until the copy ends, the ends of batches mean nothing. */
  private copying(type: string): Buffer[] {
    if (type !== 'c') return [];
    this.copies = false;
    return [frame('C', 'COPY 0\0')];
  }

  private error(sqlstate: string): Buffer[] {
    this.skips = true;
    return [frame('E', sqlstate)];
  }
}

type Message = readonly [type: string, body: string];

/** Whole messages of what has been sent; what is cut waits for the rest. */
class Wire {
  private bytes = Buffer.alloc(0);
  private readonly server: ModelServer;

  constructor(server: ModelServer) {
    this.server = server;
  }

  take(part: Uint8Array): Buffer {
    this.bytes = Buffer.concat([this.bytes, part]);
    const said: Buffer[] = [];
    while (this.bytes.length >= 5 && this.bytes.length > this.bytes.readInt32BE(1)) {
      const end = 1 + this.bytes.readInt32BE(1);
      const type = String.fromCharCode(this.bytes[0] as number);
      said.push(...this.server.answers(type, this.bytes.toString('latin1', 5, end)));
      this.bytes = this.bytes.subarray(end);
    }
    return Buffer.concat(said);
  }
}

const NAMES = ['a', 'b', 'c'];
const anyName = fc.constantFrom(...NAMES);
const anyText = fc.constantFrom('one', 'two', 'three', 'wrong');
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.tuple(anyName, anyText).map(([name, text]): Message => ['P', `${name}\0${text}\0\0\0`]),
  anyText.map((text): Message => ['P', `\0${text}\0\0\0`]),
  anyName.map((name): Message => ['B', `\0${name}\0\0\0\0\0\0\0`]),
  anyName.map((name): Message => ['D', `S${name}\0`]),
  anyName.map((name): Message => ['C', `S${name}\0`]),
  fc.constant<Message>(['C', 'P\0']),
  fc.constant<Message>(['E', '\0\0\0\0\0']),
);
const anyBatch: fc.Arbitrary<readonly Message[]> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .array(anyMessage, { minLength: 1, maxLength: 6 })
      .map((messages) => [...messages, ['S', ''] as const]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('select', 'DEALLOCATE ALL', 'DISCARD ALL')
      .map((text): readonly Message[] => [['Q', `${text}\0`]]),
  },
  // The end of the batch goes along before the server says that it wants the copy, and again behind it.
  {
    weight: 1,
    arbitrary: fc.constant<readonly Message[]>([
      ['P', '\0copy\0\0\0'],
      ['B', '\0\0\0\0\0\0\0\0'],
      ['E', '\0\0\0\0\0'],
      ['S', ''],
      ['d', 'row'],
      ['c', ''],
      ['S', ''],
    ]),
  },
);

/** Splits bytes into messages, each as its type and its text. */
function heard(bytes: Buffer): string[] {
  const scanner = new FrameScanner();
  const messages: string[] = [];
  scanner.feed(bytes);
  while (scanner.next())
    messages.push(
      String.fromCharCode(scanner.type) + bytes.toString('latin1', scanner.start + 5, scanner.end),
    );
  return messages;
}

describe('prepared statements through the pooler', () => {
  test('give each client the answers that a server of its own would give', () => {
    const anyTurn = fc.record({
      client: fc.nat(2),
      server: fc.nat(1),
      batch: anyBatch,
      cuts: fc.array(fc.nat(), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(anyTurn, { maxLength: 25 }), (turns) => {
        const clients = [0, 1, 2].map(() => ({
          pooled: new PooledStatements(),
          own: new Wire(new ModelServer()),
        }));
        const servers = [0, 1].map(() => ({ wire: new Wire(new ModelServer()), link: {} as BackendLink }));
        for (const { client, server, batch, cuts } of turns) {
          const { pooled, own } = clients[client] as (typeof clients)[number];
          const { wire, link } = servers[server] as (typeof servers)[number];
          const asked = Buffer.concat(batch.map(([type, body]) => frame(type, body)));
          const told: Uint8Array[] = [];
          for (const part of cutAnywhere(asked, cuts)) {
            const said = Buffer.concat(pooled.toServer(part, link).map((bytes) => wire.take(bytes)));
            for (const piece of cutAnywhere(said, cuts)) told.push(...pooled.toClient(piece, link));
          }
          expect(heard(Buffer.concat(told))).toEqual(heard(own.take(asked)));
        }
      }),
    );
  });
});
