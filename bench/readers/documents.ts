import { stringify } from 'yaml';
import { DOCUMENT_SIZES, type Form, filled, YAML_SIZES } from './form.ts';

const FORMS = ['JSON', 'YAML'] as const;
const TRACE = 'scenarios/traces/office-week.jsonl';

/** Documents that people write. Each unknown field is refused with its line, so the reader checks the whole file. */
export const DOCUMENTS: readonly Form[] = [
  ...(['scenario', 'prices'] as const).flatMap((kind): Form[] => {
    const args = (file: string) => (kind === 'scenario' ? ['simulate', file] : ['sizes', '--prices', file]);
    return [
      {
        name: `JSON ${kind} of unknown fields`,
        sizes: DOCUMENT_SIZES,
        file: 'document.json',
        contents: (megabytes) =>
          filled(megabytes, '{\n"why": "x"', (at) => `,\n"a_field_of_no_use_${at}": ${at}`, '}'),
        args,
        exits: 2,
      },
      {
        name: `YAML ${kind} of unknown fields`,
        sizes: YAML_SIZES,
        file: 'document.yaml',
        contents: (megabytes) =>
          filled(megabytes, 'why: x\n', (at) => `a_field_of_no_use_${at}: ${at}\n`, ''),
        args,
        exits: 2,
      },
    ];
  }),
  ...FORMS.map(
    (form): Form => ({
      name: `${form} scenario of many steps`,
      sizes: sizesOf(form),
      file: 'scenario',
      contents: (megabytes) => {
        // The limits are 200 demands, and 10,000 steps in each.
        const demands = Array.from({ length: 24 * megabytes }, (_, at) =>
          form === 'JSON'
            ? filled(
                1 / 25,
                `{"name":"load-${at}","kind":"load","vcpu":{"steps":[{"at":"1h","value":1}`,
                (step) => `,{"at":"${2 + step}h","value":1}`,
                ']}}',
              )
            : filled(
                1 / 25,
                `  - name: load-${at}\n    kind: load\n    vcpu:\n      steps:\n`,
                (step) => `        - { at: ${2 + step}h, value: 1 }\n`,
                '',
              ),
        );
        return form === 'JSON'
          ? `{"why":"x","horizon":"1h","compute":{"size":1},"demand":[${demands.join()}]}`
          : `why: x\nhorizon: 1h\ncompute: { size: 1 }\ndemand:\n${demands.join('')}`;
      },
      args: (file) => ['simulate', file, '--no-compare'],
    }),
  ),
  ...FORMS.map(
    (form): Form => ({
      // The trace covers other months, which is an error only after the whole bill has been read.
      name: `${form} bill of many months`,
      sizes: sizesOf(form),
      file: 'bill',
      contents: (megabytes) => {
        const months = Array.from({ length: 50 * megabytes }, (_, at) => ({
          month: `${2000 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
          total: 1e6,
          items: Object.fromEntries(Array.from({ length: 700 }, (_, item) => [`item-number-${item}`, 0.01])),
        }));
        return written(form, { currency: 'USD', months });
      },
      args: (file) => ['check', TRACE, '--current', '0.25-2, 5m', '--actual', file],
      exits: 2,
    }),
  ),
  ...FORMS.map(
    (form): Form => ({
      // The files do not exist, which is an error only after the whole list has been read.
      name: `${form} list of databases`,
      sizes: sizesOf(form),
      file: 'databases',
      contents: (megabytes) =>
        written(form, {
          databases: Array.from({ length: 1250 * megabytes }, (_, at) => ({
            name: `shop-${at}`,
            project: 'a project with a name of some words'.repeat(15),
            file: `traces/shop-${at}/metrics.csv`,
            current: '0.25-2, 5m',
            timezone: 'Europe/Berlin',
            assume: ['burst=no', 'concurrency=20'],
          })),
        }),
      args: (file) => ['plan', file],
      exits: 2,
    }),
  ),
  ...FORMS.map(
    (form): Form => ({
      name: `${form} prices with ${form === 'JSON' ? 'a long source' : 'comments'}`,
      sizes: DOCUMENT_SIZES,
      file: 'prices',
      contents: (megabytes) =>
        form === 'JSON'
          ? filled(
              megabytes,
              '{"date":"2026-08","computePerCuHour":{"launch":0.1},"source":"',
              () => 'a page of prices, ',
              '"}',
            )
          : filled(
              megabytes,
              'date: "2026-08"\ncomputePerCuHour: { launch: 0.1 }\n',
              () => '# The price that was agreed on for the coming year.\n',
              '',
            ),
      args: (file) => ['sizes', '--prices', file],
    }),
  ),
];

/** Writes a value as programs do. */
function written(form: 'JSON' | 'YAML', value: unknown): string {
  return form === 'JSON' ? JSON.stringify(value, null, 1) : stringify(value);
}

function sizesOf(form: 'JSON' | 'YAML'): readonly number[] {
  return form === 'JSON' ? DOCUMENT_SIZES : YAML_SIZES;
}
