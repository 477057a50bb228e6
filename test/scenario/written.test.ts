import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { editedText, readDocument, readScenario } from '../../src/scenario/index.ts';
import { instantText, startTime } from '../../src/scenario/notation/local-time.ts';
import { bytes, parseDuration } from '../../src/scenario/notation/notation.ts';
import { bytesText, durationText } from '../../src/scenario/notation/notation-text.ts';
import { commentedYaml } from '../../src/scenario/text/commented-yaml.ts';
import { assumptionFields } from '../../src/scenario/writing/assumption-text.ts';
import { DEFAULT_ASSUMPTIONS, KNOWN_ASSUMPTIONS } from '../../src/simulator/index.ts';

describe('written values are read back unchanged', () => {
  test('durations, amounts and instants', () => {
    const ms = fc.oneof(
      fc.nat(1e11),
      fc.nat(3000).map((days) => days * 86_400_000),
      fc.nat(9999).map((n) => n / 8),
    );
    fc.assert(
      fc.property(ms, (value) => {
        expect(parseDuration(durationText(value))).toBe(value);
      }),
    );
    const amount = fc.oneof(
      fc.nat(2 ** 40),
      fc.nat(1000).map((n) => n * 2 ** 30),
      fc.nat(1000).map((n) => n * 2 ** 20),
    );
    fc.assert(
      fc.property(amount, (value) => {
        expect(bytes.parse(bytesText(value))).toBe(value);
      }),
    );
    const instant = fc.integer({ min: 0, max: Date.UTC(2900, 0) });
    fc.assert(
      fc.property(
        fc.oneof(
          instant,
          instant.map((at) => at - (at % 60_000)),
          instant.map((at) => at - (at % 1000)),
        ),
        (utcMs) => {
          expect(startTime.parse(instantText(utcMs))).toEqual({ utcMs });
        },
      ),
    );
    expect([durationText(0), durationText(90_000), durationText(0.5), bytesText(0)]).toEqual([
      '0ms',
      '90s',
      '0.5ms',
      '0B',
    ]);
    expect(instantText(Date.UTC(2026, 2, 2, 8))).toBe('2026-03-02T08:00Z');
  });

  test('all assumptions', () => {
    const ms = fc.integer({ min: 1, max: 10_000 });
    const distribution = fc.oneof(
      ms.map((value) => ({ kind: 'constant' as const, ms: value })),
      fc
        .tuple(ms, ms)
        .map(([medianMs, more]) => ({ kind: 'log-normal' as const, medianMs, p95Ms: medianMs + more })),
    );
    const share = fc.integer({ min: 0, max: 99 }).map((percent) => percent / 100);
    const limit = fc.option(fc.integer({ min: 1, max: 1000 }));
    const assumptions = fc
      .record({
        startTime: distribution,
        suspendTime: distribution,
        applyTime: distribution,
        idleCheckMs: ms,
        step: ms,
        attempts: fc.integer({ min: 1, max: 100 }),
        share,
        skew: share,
        limit,
        poolSize: limit,
        poolWaitMs: limit,
        memory: fc.nat(2 ** 33),
        quotaPeriodMs: fc.integer({ min: 1, max: 1000 }),
        isSet: fc.boolean(),
        wakeAdmission: fc.option(fc.record({ refusedShare: share, forMs: ms })),
      })
      .map(
        ({
          startTime,
          wakeAdmission,
          suspendTime,
          applyTime,
          idleCheckMs,
          attempts,
          step,
          isSet,
          share,
          ...rest
        }) => {
          const { life, autoscaler } = DEFAULT_ASSUMPTIONS;
          return {
            life: {
              ...life,
              startTime,
              suspendTime,
              applyTime,
              idleCheckMs,
              startFailureShare: share,
              wakeAdmission,
              retry: { ...life.retry, attempts },
            },
            autoscaler: {
              ...autoscaler,
              lfcMetrics: isSet,
              downscaleStepMs: step,
              cpuStableZoneRatio: share,
              cpuMixedZoneRatio: rest.skew,
            },
            burst: isSet,
            quotaPeriodMs: rest.quotaPeriodMs,
            contention: rest.skew,
            randomArrivals: !isSet,
            baseMemoryBytes: rest.memory,
            connectionMemoryBytes: rest.memory,
            connectionCpuMs: step / 4,
            ownWorkShare: share,
            missMs: step / 4,
            skew: rest.skew,
            prewarmShare: share,
            connectionLimit: rest.limit,
            poolSize: rest.poolSize,
            poolWaitMs: rest.poolWaitMs,
            known: KNOWN_ASSUMPTIONS,
          };
        },
      );
    fc.assert(
      fc.property(assumptions, (all) => {
        const fields = [
          { name: 'why', value: 'Is it so?' },
          { name: 'horizon', value: '1h' },
          { name: 'demand', value: [{ kind: 'poller', every: '10m' }] },
          { name: 'assumptions', comment: 'all', fields: assumptionFields(all) },
        ];
        const { simulation } = readScenario(readDocument(commentedYaml('# it\n: is', fields), 'one.yaml'));
        expect(simulation.assumptions).toEqual(all);
      }),
    );
  });
});

describe('a document that is edited', () => {
  const edited = (text: string, to: unknown) => editedText(text, readDocument(text, 'one.yaml'), to);

  test('keeps its comments and the form of its values', () => {
    const text = `# Who asks?
why: "What now?" # nobody knows
compute:
  # Small.
  size: 0.25 # CU
  suspendAfter: "off"
demand:
  - { kind: poller, every: 10m } # health
`;
    const { compute: _, ...rest } = parse(text);
    expect(edited(text, { ...rest, compute: { size: 2, suspendAfter: '5m' }, seed: 7 })).toBe(`# Who asks?
why: "What now?" # nobody knows
compute:
  # Small.
  size: 2 # CU
  suspendAfter: "5m"
demand:
  - { kind: poller, every: 10m } # health
seed: 7
`);
  });

  test('has the new value, whatever the old one was', () => {
    const key = fc.constantFrom('a', 'b', 'min', 'off', '1', 'a b', '#', 'é');
    const { group } = fc.letrec<{ value: unknown; group: Record<string, unknown> }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>(
          null,
          true,
          0,
          1.5,
          -3,
          '',
          'off',
          '5m',
          '# no',
          '2026-03-02',
          '1',
          '- a',
          'a: b',
          '\n',
          'é\t',
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('group'),
      ),
      group: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    }));
    const some = group.filter((one) => Object.keys(one).length > 0);
    fc.assert(
      fc.property(some, some, fc.constantFrom('block', 'flow', 'JSON'), (from, to, form) => {
        const text =
          form === 'JSON'
            ? JSON.stringify(from)
            : stringify(from, { collectionStyle: form as 'block', aliasDuplicateObjects: false });
        expect(readDocument(edited(`\uFEFF${text}`, to), 'two.yaml').value).toEqual(to);
      }),
    );
  });

  test('loses its aliases, and stays JSON if it was JSON', () => {
    const text = 'a: &one { x: 1 } # gone\nb: *one\n';
    expect(edited(text, { a: { x: 2 }, b: { x: 1 } })).toBe('a:\n  x: 2\nb:\n  x: 1\n');
    expect(edited('{"a": 1}', { a: 2 })).toBe('{\n  "a": 2\n}\n');
  });
});
