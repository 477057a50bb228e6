import { EventEmitter, once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listens } from './listens.ts';
import { type Ran, run } from './run.ts';

const SCENARIO = `why: A test.
start: 2026-03-02T09:00
horizon: 15m
compute: { min: 0.25, max: 2 }
demand: [{ kind: trace, name: measured, file: measured.csv }]
`;
const CSV = 'time,cpu_vcpu\n2026-03-02 09:00,0.5\n2026-03-02 09:05,0.7\n2026-03-02 09:10,0.6\n';

const LOAD = [{ kind: 'load', vcpu: 0.1 }];
const TWO = JSON.stringify({
  why: 'A test.',
  horizon: '1h',
  computes: [
    { size: 1, demand: LOAD },
    { size: 1, copies: 2, name: 'two', demand: LOAD },
  ],
});

describe('lab --html', () => {
  test('writes one page with the file, those that it names, and no address outside', async () => {
    const files = { 'mine.yaml': SCENARIO, 'measured.csv': CSV };
    const { code, out, written } = await run(['lab', 'mine.yaml', '--html', 'lab.html'], files);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    const page = written['lab.html'] as string;
    expect(page.length).toBeLessThan(2e6);
    const data = dataIn(page);
    expect(data.start).toEqual({ file: 'mine.yaml', values: {}, pinned: null, chapter: null });
    expect(data.files[0]).toEqual({
      name: 'mine.yaml',
      content: { text: SCENARIO },
      others: { 'measured.csv': { base64: Buffer.from(CSV).toString('base64') } },
    });
    expect(page).toContain("connect-src 'none'");
    expect(page).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)=/);
  });

  test('is the same page each time', async () => {
    const pages = [];
    for (let i = 0; i < 2; i++) pages.push((await run(['lab', '--html', 'lab.html'])).written['lab.html']);
    expect(pages[0]).toBe(pages[1]);
  });

  test.each([
    ['no.yaml', {}, /^tidemark: no\.yaml: /],
    [
      'bad.yaml',
      { 'bad.yaml': 'why: A test.\nhorizon: 1h\ncompute: { max: 3.7 }\ndemand: []\n' },
      /bad\.yaml:3, compute/,
    ],
    ['notes.txt', { 'notes.txt': 'Dear diary,\n' }, /notes\.txt/],
    ['mine.yaml', { 'mine.yaml': SCENARIO }, /measured\.csv/],
    ['-', { '-': SCENARIO }, /save standard input to a file/],
    ['two.json', { 'two.json': TWO }, /the lab shows one compute, and this scenario has 3/],
  ])('refuses %s with one problem, and writes nothing', async (file, files, problem) => {
    const { code, err, written } = await run(['lab', file, '--html', 'lab.html'], files);
    expect(code).toBe(2);
    expect(err).toMatch(problem);
    expect(written).toEqual({});
  });

  test('closing tags in a file stay text', async () => {
    const files = { 'mine.yaml': `${SCENARIO}# </script><script>alert(1)</script>\n` };
    const { written } = await run(['lab', 'mine.yaml', '--html', 'lab.html'], {
      ...files,
      'measured.csv': CSV,
    });
    const page = written['lab.html'] as string;
    expect(page).not.toContain('alert(1)</script>');
    expect(dataIn(page).files[0]?.content).toEqual({ text: files['mine.yaml'] });
  });
});

test('lab opens a browser, and serves its page to this machine under its own names, until Ctrl-C', async () => {
  const signals = new EventEmitter();
  let ran: Promise<Ran> | null = null;
  const address = await new Promise<string>((onBrowse) => {
    ran = run(['lab'], {}, { signals, onBrowse });
  });
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(await (await fetch(address)).text()).toContain('<title>tidemark lab');
  expect((await fetch(`${address}other`)).status).toBe(404);
  const asked = get(address, { headers: { host: 'evil.example' } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(421);
  signals.emit('SIGINT');
  expect(await ran).toMatchObject({ code: 0, out: `${address}\n` });
  expect(await listens(address)).toBe(false);
});

test('lab --no-open prints the address alone', async () => {
  const signals = new EventEmitter();
  const { code, out } = await run(
    ['lab', '--no-open'],
    {},
    {
      signals,
      onOutput: () => setImmediate(() => signals.emit('SIGTERM')),
      onBrowse: () => expect.unreachable(),
    },
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^http:\S+\n$/);
});

function dataIn(page: string) {
  const [, text = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(text) as {
    readonly start: object;
    readonly files: readonly { readonly name: string; readonly content: object }[];
  };
}
