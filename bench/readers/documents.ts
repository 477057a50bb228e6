import { DOCUMENT_SIZES, type Form, filled } from './form.ts';

const TRACE = 'scenarios/traces/office-week.jsonl';

/** What people write. Fields that nobody knows are refused, each by its line: so all of the file is looked at. */
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
        sizes: DOCUMENT_SIZES,
        file: 'document.yaml',
        contents: (megabytes) =>
          filled(megabytes, 'why: x\n', (at) => `a_field_of_no_use_${at}: ${at}\n`, ''),
        args,
        exits: 2,
      },
    ];
  }),
  ...(['JSON', 'YAML'] as const).map(
    (form): Form => ({
      name: `${form} scenario of many steps`,
      sizes: DOCUMENT_SIZES,
      file: 'scenario',
      contents: (megabytes) => {
        // At most 200 demands of 10,000 steps each are taken.
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
  {
    name: 'bill of many items',
    sizes: DOCUMENT_SIZES,
    file: 'bill.yaml',
    contents: (megabytes) =>
      filled(
        megabytes,
        'currency: USD\nmonths:\n  - month: 2026-03\n    total: 1000000\n    items:\n',
        (at) => `      item-number-${at}: 0.01\n`,
        '',
      ),
    args: (file) => ['check', TRACE, '--current', '0.25-2, 5m', '--actual', file],
    // Of items there are 1000 at most.
    exits: 2,
  },
  {
    name: 'list of databases, up to 10,000',
    sizes: DOCUMENT_SIZES,
    file: 'portfolio.yaml',
    // None of the files is there, which is found before anything is planned.
    contents: (megabytes) => {
      const name = 'x'.repeat(100 * megabytes);
      return filled(megabytes, 'databases:\n', (at) => `  - { name: ${name}${at}, file: gone.csv }\n`, '');
    },
    args: (file) => ['plan', file],
    exits: 2,
  },
];
