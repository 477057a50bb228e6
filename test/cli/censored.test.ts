import { describe, expect, test } from 'vitest';
import { chartsOf, readResultDocument, THEMES } from '../../src/picture/index.ts';
import { runFull as run } from './run.ts';

/** Six hours by the minute: a quiet level, and now and then the whole capacity. */
function seen({ full, more = '', of = '' }: { full: number; more?: string; of?: string }): string {
  const lines = Array.from({ length: 360 }, (_, minute) => {
    const isFull = minute % 60 < full / 6;
    const at = new Date(Date.UTC(2026, 2, 2) + minute * 60_000).toISOString();
    return `${at},${isFull ? 1.9 : 0.3}${more === '' ? '' : `,${isFull ? of : 0.3}`}`;
  });
  return [`time,cpu_cores${more === '' ? '' : `,${more}`}`, ...lines].join('\n');
}

const FEW = ['--only', 'range', '--timeouts', 'off', '--highest', '6', '--cpu-per-query', '20ms'];
const plan = (text: string, ...args: string[]) =>
  run(['plan', 'seen.csv', ...FEW, ...args], { 'seen.csv': text });
const document = async (text: string, ...args: string[]) =>
  JSON.parse((await plan(text, ...args, '--json')).out);

describe('hidden demand', () => {
  test('is planned for at several levels, and the answer says that the trace cannot tell', async () => {
    const { out } = await plan(seen({ full: 60 }), '--vcpus', '2');
    expect(out.replace(/\s+/g, ' ')).toContain(
      '60 of 360 busy samples (16.67%) are at 90% or more of the capacity: real demand may have been higher. So the plan allows no maximum below 2 CU. The recommendation depends on the hidden demand: if real demand was 1.5 times as high, it is ',
    );
    const { hiddenDemand, recommendation } = await document(seen({ full: 60 }), '--vcpus', '2');
    expect(hiddenDemand).toMatchObject({ samples: 60, busy: 360, rebuiltFrom: null, leastMaximumCu: 2 });
    expect(hiddenDemand.uplifts.map(({ by }: { by: number }) => by)).toEqual([1.5, 2]);
    expect(recommendation.configuration.size.maxCu).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['load', 'load1', '5'],
    ['activeConnections', 'active_connections', '5'],
  ])('is rebuilt from %s if the trace has it', async (from, name, of) => {
    const column = from === 'load' ? `load=${name}` : `activeConnections=${name}`;
    // With headroom, or after a slow start, the demand exceeds every size.
    const objectives = [
      '--objective',
      'throttled=5%',
      '--objective',
      'headroom=off',
      '--assume',
      'start=300ms/600ms',
    ];
    const maps = [...objectives, '--map', 'cpu=cpu_cores:vcpu', '--map', column];
    const { hiddenDemand, recommendation } = await document(
      seen({ full: 60, more: name, of }),
      '--vcpus',
      '2',
      ...maps,
    );
    expect(hiddenDemand).toMatchObject({ samples: 60, rebuiltFrom: from, uplifts: [] });
    expect(recommendation.configuration.size.maxCu).toBeGreaterThanOrEqual(5);
  });

  test('is reported by simulate with its times, and marked on its picture', async () => {
    const told = async (...args: string[]) => {
      const files = { 'seen.csv': seen({ full: 60 }) };
      const asked = ['simulate', 'seen.csv', '--cpu-per-query', '20ms', '--min', '1', '--max', '4', '--json'];
      return JSON.parse((await run([...asked, ...args], files)).out);
    };
    const known = await told('--vcpus', '2');
    expect(known.hiddenDemand).toMatchObject({ samples: 60, busy: 360, rebuiltFrom: null });
    expect(known.hiddenDemand.spans).toHaveLength(6);
    expect(known.hiddenDemand.spans[1]).toEqual({
      from: '2026-03-02T01:00:00.000Z',
      until: '2026-03-02T01:10:00.000Z',
    });
    const [chart] = chartsOf(readResultDocument(known, 'seen.json'), THEMES.light).filter(
      ({ name }) => name === 'size',
    );
    expect(chart?.about).toContain(
      '60 samples at 90% or more of the capacity: real demand may have been higher.',
    );
    const marks = JSON.stringify(chart?.spec).match(/"mark":\{"type":"rect","color":"#[0-9a-f]+","stroke"/g);
    expect(marks).toHaveLength(1);
    expect((await told()).hiddenDemand).toBe(null);
  });

  test('is found by the current configuration if nothing else says the capacity', async () => {
    const known = await document(seen({ full: 60 }), '--current', '0.25-2, off');
    expect(known.hiddenDemand).toMatchObject({ samples: 60, capacityCu: 2, leastMaximumCu: 2 });
    expect((await document(seen({ full: 60 }), '--current', '0.25-4, off')).hiddenDemand.samples).toBe(0);
    // Nobody uses 1.9 vCPU of one, so it was measured on another size.
    expect((await document(seen({ full: 60 }), '--current', '1, off')).hiddenDemand).toBe(null);
    const { out } = await plan(seen({ full: 60 }));
    expect(out.replace(/\s+/g, ' ')).toContain('- The capacity of the measured server is unknown');
  });

  test('is reported if no choice is as large as the capacity at the time', async () => {
    const { code, out } = await plan(seen({ full: 60 }), '--vcpus', '2', '--highest', '1');
    expect(code).toBeLessThan(2);
    expect(out.replace(/\s+/g, ' ')).toContain(
      'A safe maximum is 2 CU or more, but no allowed configuration is that large, so the plan compares only those with the largest maximum.',
    );
  });

  test('rules out no smaller sizes if only a few samples are lower bounds', async () => {
    const text = seen({ full: 0 }).replace(',0.3\n', ',1.9\n');
    const { hiddenDemand } = await document(text, '--vcpus', '2');
    expect(hiddenDemand).toMatchObject({ samples: 1, leastMaximumCu: null });
  });
});
