import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkedConfiguration } from '../../src/advisor/configuration-text.ts';
import { endpointConfiguration } from '../../src/collecting/found-compute.ts';
import { factSet, planSizes } from '../../src/facts/index.ts';
import { plannedCompute, readTerraformPlan } from '../../src/scenario/index.ts';

type Fields = Readonly<Record<string, unknown>>;

const ENDPOINT: Fields = {
  id: 'ep-black-mouse-a64dr7wp',
  type: 'read_write',
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 4,
  suspend_timeout_seconds: 300,
  pooler_enabled: false,
};

const resource = (address: string, change: Fields, more: Fields = {}) => ({
  address,
  mode: 'managed',
  type: /neon_\w+/.exec(address)?.[0],
  change: { actions: ['update'], before: ENDPOINT, after: ENDPOINT, after_unknown: {}, ...change },
  ...more,
});

const documentOf = (...resources: readonly Fields[]) =>
  readTerraformPlan(
    JSON.stringify({ format_version: '1.2', resource_changes: resources }, null, 1),
    'plan.json',
  );

const read = (side: 'before' | 'after', address: string | undefined, ...resources: readonly Fields[]) =>
  plannedCompute(documentOf(...resources), address, side);

function messageOf(find: () => unknown): string {
  try {
    find();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

describe('a compute of a Terraform plan', () => {
  test('has the configuration that the API would have for the same fields', () => {
    const facts = factSet('2026-11');
    const sizes = facts.listedSizesCu.value.filter(
      (cu) => cu <= planSizes(facts, 'scale').autoscalingHighestCu,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...sizes),
        fc.constantFrom(...sizes),
        fc.constantFrom(-1, 0, null, 60, 300, 3661, 604_800),
        fc.constantFrom(true, false, null),
        fc.boolean(),
        (one, other, seconds, pooler, isProject) => {
          const endpoint = {
            ...ENDPOINT,
            autoscaling_limit_min_cu: Math.max(Math.min(one, other), Math.max(one, other) - 8),
            autoscaling_limit_max_cu: Math.max(one, other),
            suspend_timeout_seconds: seconds,
            pooler_enabled: isProject ? null : pooler,
          };
          fc.pre(sizes.includes(endpoint.autoscaling_limit_min_cu));
          const fields = isProject ? { default_endpoint_settings: [endpoint] } : endpoint;
          const address = isProject ? 'neon_project.shop' : 'module.db.neon_endpoint.main["a"]';
          const found = read('after', undefined, resource(address, { before: null, after: fields }));
          const usual = { size: { minCu: 1, maxCu: 1 }, suspendAfterMs: null, route: 'direct' } as const;
          const configuration = checkedConfiguration(found.configuration, facts, 'scale', usual, 'field');
          const listed = { ...endpoint, id: '', branch_id: '', type: '' };
          expect(configuration).toEqual(endpointConfiguration(listed, facts.suspendDefaultMs.value));
          expect(found.isPooled).toBe(configuration.route === 'pooler');
        },
      ),
    );
  });

  test('is the one that is named, or the only one that changes', () => {
    const same = resource('neon_endpoint.same', { actions: ['no-op'] });
    const larger = resource('neon_endpoint.larger', { after: { ...ENDPOINT, autoscaling_limit_max_cu: 8 } });
    const others = [
      resource('neon_project.bare', { before: {}, after: { default_endpoint_settings: [] } }),
      resource('data.neon_project.shop', {}, { mode: 'data' }),
      resource('aws_instance.web', {}, { type: 'aws_instance' }),
    ];
    expect(read('after', undefined, ...others, same).address).toBe('neon_endpoint.same');
    expect(read('after', undefined, same, ...others, larger)).toEqual({
      address: 'neon_endpoint.larger',
      configuration: '1-8, 5m',
      isPooled: false,
      place: { file: 'plan.json', line: expect.any(Number), field: 'neon_endpoint.larger' },
    });
    expect(read('after', 'neon_endpoint.same', same, larger).configuration).toBe('1-4, 5m');
  });

  const unknown = (name: string) => resource('neon_endpoint.main', { after_unknown: { [name]: true } });
  const with_ = (fields: Fields) => resource('neon_endpoint.main', { after: { ...ENDPOINT, ...fields } });
  const BOTH = [resource('neon_endpoint.a', {}), resource('neon_endpoint.b', {})];
  test.each([
    [
      'no compute',
      undefined,
      [resource('aws_instance.web', {}, { type: 'aws_instance' })],
      'plan.json: the plan has no compute: no neon_endpoint, and no neon_project with default_endpoint_settings; give the plan of a configuration that has one',
    ],
    [
      'several computes that change',
      undefined,
      BOTH,
      'plan.json: the plan has 2 computes: neon_endpoint.a, neon_endpoint.b; name one with ‹resource›',
    ],
    [
      'several computes that stay',
      undefined,
      BOTH.map(({ address }) => resource(address, { actions: ['no-op'] })),
      'plan.json: the plan has 2 computes: neon_endpoint.a, neon_endpoint.b; name one with ‹resource›',
    ],
    [
      'another compute than the named one',
      'neon_endpoint.c',
      BOTH,
      '‹resource›: the plan has no compute neon_endpoint.c; name one of neon_endpoint.a, neon_endpoint.b',
    ],
    [
      'a size that is known only after apply',
      undefined,
      [unknown('autoscaling_limit_max_cu')],
      /^plan\.json:\d+, neon_endpoint\.main autoscaling_limit_max_cu: its value is known only after apply; state it in the resource$/,
    ],
    [
      'a timeout that is known only after apply',
      undefined,
      [unknown('suspend_timeout_seconds')],
      /neon_endpoint\.main suspend_timeout_seconds: its value is known only after apply/,
    ],
    [
      'a project whose settings are known only after apply',
      undefined,
      [
        resource('neon_project.shop', {
          before: { default_endpoint_settings: [ENDPOINT] },
          after: {},
          after_unknown: { default_endpoint_settings: true },
        }),
      ],
      /neon_project\.shop autoscaling_limit_min_cu: its value is known only after apply/,
    ],
    [
      'no size',
      undefined,
      [with_({ autoscaling_limit_min_cu: null })],
      /neon_endpoint\.main autoscaling_limit_min_cu: it has no value; state it in the resource/,
    ],
    [
      'a size that is no number',
      undefined,
      [with_({ autoscaling_limit_min_cu: '1' })],
      /neon_endpoint\.main autoscaling_limit_min_cu: found "1"; write a number of CU/,
    ],
    [
      'a timeout that is no number',
      undefined,
      [with_({ suspend_timeout_seconds: '5m' })],
      /neon_endpoint\.main suspend_timeout_seconds: found "5m"; write seconds/,
    ],
    [
      'a compute that is deleted',
      undefined,
      [resource('neon_endpoint.main', { actions: ['delete'], after: null })],
      /neon_endpoint\.main: the plan deletes it, so it has no configuration after; name another with ‹resource›/,
    ],
    [
      'a resource without its change',
      undefined,
      [{ address: 'neon_endpoint.main', type: 'neon_endpoint' }],
      /^plan\.json:\d+, resource_changes\[0\]\.change: found nothing; write /,
    ],
  ])('is refused with %s', (_, address, resources, problem) => {
    const message = messageOf(() => read('after', address, ...resources));
    if (typeof problem === 'string') expect(message).toBe(problem);
    else expect(message).toMatch(problem);
  });

  test('is refused before the change if the plan creates it', () => {
    expect(() => read('before', undefined, resource('neon_endpoint.main', { before: null }))).toThrow(
      /neon_endpoint\.main: the plan creates it, so it has no configuration before; state one with ‹current›/,
    );
  });

  const HOW = 'write one with terraform plan -out plan.out, and terraform show -json plan.out > plan.json';
  test.each([
    ['{"format_version":"1.0","values":{}}', 'this is a state of Terraform, and not a plan'],
    ['{"version":4,"lineage":"a","resources":[]}', 'this is a state of Terraform, and not a plan'],
    ['{"@level":"info"}\n{"@level":"info"}\n', 'this is the log of terraform plan -json, and not the plan'],
    ['[1]', 'this is no Terraform plan in JSON'],
  ])('is not in %s', (text, found) => {
    const message = messageOf(() => plannedCompute(readTerraformPlan(text, 'plan.json'), undefined, 'after'));
    expect(message).toBe(`plan.json: ${found}; ${HOW}`);
  });
});
