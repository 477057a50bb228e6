import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapedMarkup, scriptJson, scriptText } from '../../src/page/markup.ts';
import type { ResultDocument } from '../../src/picture/index.ts';
import { printed } from '../picture/documents.ts';
import { pageOf, scripts } from './pages.ts';

const STORM = 'scenarios/connection-storm.yaml';
const odd = fc.string({
  unit: fc.constantFrom(
    '<',
    '>',
    '/',
    '"',
    "'",
    '&',
    '!',
    '-',
    'script',
    '`',
    '$&',
    'a',
    ' ',
    '\u2028',
    ']]>',
  ),
});

describe('the page of a result', async () => {
  const storm = await printed(['simulate', STORM]);

  test('has question and answer first, then reasons, charts and how to make it again', async () => {
    const page = await pageOf(storm, "tidemark report 'a b.json'");
    const places = [
      '<p class="question">',
      '<h1>0.25 to 4 CU, sleep after 5m costs $27.31 a month, 57% less than always on. Clients see 4490 errors.</h1>',
      '<h3>main: 0.25-4 CU',
      '<h2 id="charts-title">',
      'id="chart-size"',
      'id="chart-throttling"',
      '<h2 id="again-title">',
      '<code>tidemark report &#39;a b.json&#39;</code>',
      '<p>Assumed: ',
    ].map((part) => [part, page.indexOf(part)] as const);
    expect(places.filter(([, at]) => at < 0)).toEqual([]);
    expect(places.map(([, at]) => at)).toEqual(places.map(([, at]) => at).sort((one, other) => one - other));
  });

  test('names no host, and allows no script but its two', async () => {
    const page = await pageOf(storm);
    const own = page.replace(scriptText(scripts.vega), '');
    // Names of formats that are no addresses of anything that is loaded.
    const formats = ['http://www.w3.org/2000/svg', 'https://vega.github.io/schema/vega/v6.json'];
    expect(
      [...own.matchAll(/\b(?:https?|wss?):\/\/[^"'\s]+/g)]
        .map(([url]) => url)
        .filter((url) => !formats.includes(url)),
    ).toEqual([]);
    expect(own).not.toMatch(/\s(?:src|on\w+)=/);
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; script-src ('sha256-[\w+/=]+' ){2}'unsafe-eval'/,
    );
  });

  test('has the same markup whatever the names are', async () => {
    const few = withoutTimeSeries(storm);
    const plain = tags(await pageOf(named(few, 'name')));
    await fc.assert(
      fc.asyncProperty(odd, async (name) => {
        const page = await pageOf(named(few, `x${name}`), name);
        expect(tags(page)).toEqual(plain);
      }),
      { numRuns: 12 },
    );
    const evil = '</script></style><!--"\'><script>alert(1)</script>$&';
    expect(tags(await pageOf(named(storm, evil)))).toEqual(tags(await pageOf(named(storm, 'name'))));
  });

  test('has the charts of an older result without blocks', async () => {
    if (storm.kind !== 'simulation') throw new Error('it is no simulation');
    const page = await pageOf({ kind: 'simulation', result: { ...storm.result, page: [] } });
    expect(page).toContain('id="chart-size"');
    expect(page).not.toContain('Reasons');
  });

  test('has the same bytes each time', async () => {
    expect(await pageOf(storm)).toBe(await pageOf(storm));
  });
});

test('escaped text is no markup, and JSON cannot end a script', () => {
  fc.assert(
    fc.property(odd, (text) => {
      expect(escapedMarkup(text)).not.toMatch(/[<>"']/);
      expect(decoded(escapedMarkup(text))).toBe(text);
      expect(scriptJson({ text })).not.toContain('<');
      expect(JSON.parse(scriptJson({ text }))).toEqual({ text });
      expect(scriptText(`a${text}</SCRIPT><!--`)).not.toMatch(/<\/script|<!--/i);
    }),
  );
});

/** Everything that a name can be in: the compute, the question, and the words of the answer. */
function named(document: ResultDocument, name: string): ResultDocument {
  if (document.kind !== 'simulation') throw new Error('it is no simulation');
  const { result } = document;
  const [compute] = result.computes as [(typeof result.computes)[number]];
  return {
    kind: 'simulation',
    result: {
      ...result,
      why: name,
      computes: [
        { ...compute, name },
        { ...compute, name: 'other' },
      ],
      beside: result.beside.map((one) => ({ ...one, name: `${name}${one.name}` })),
      page: [
        { kind: 'heading', text: name, under: name },
        { kind: 'figures', title: name, figures: [[name, name]] },
        { kind: 'table', title: name, columns: [{ title: `a${name}`, align: 'left' }], rows: [[name]] },
        { kind: 'list', title: name, items: [{ text: name, under: [name] }] },
        { kind: 'notes', texts: [name] },
      ],
    },
  };
}

/** Most of its charts are of its time series, and each takes a while to make. */
function withoutTimeSeries(document: ResultDocument): ResultDocument {
  if (document.kind !== 'simulation') throw new Error('it is no simulation');
  const computes = document.result.computes.map(({ timeSeries: _, ...compute }) => compute);
  return { kind: 'simulation', result: { ...document.result, computes } };
}

/** The tags of a page without what attributes say, for these hold names too; scripts are left out as a browser would. */
function tags(page: string): string[] {
  const markup = page.replaceAll(/(<script[^>]*>)[\s\S]*?<\/script>/g, '$1');
  return [...markup.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replaceAll(/"[^"]*"/g, ''));
}

function decoded(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
