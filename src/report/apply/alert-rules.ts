import { GIB } from '../../facts/index.ts';
import type { Alert, AlertKind, Application } from '../../planner/index.ts';
import { configurationCell, configurationWords } from '../words/configuration-words.ts';
import { numberWords, percent } from '../words/format.ts';

/** Says what it means when an alert fires, as the end of `it was wrong if …`. */
export function alertWords({ kind, bound }: Alert, { recommendation }: Application): string {
  return WORDS[kind](bound, numberWords(recommendation.size.maxCu));
}

const WORDS: Readonly<Record<AlertKind, (bound: number, maxCu: string) => string>> = {
  throttled: (bound, maxCu) =>
    `for more than ${percent(bound)} of an awake day, more queries want to run than ${maxCu} CU has processors: the maximum is too small`,
  connections: (bound) => `90% of its ${bound} connections are open: the next peak may be refused`,
  'working set': (bound, maxCu) =>
    `the working set of an hour is larger than the ${numberWords(bound / GIB)} GiB that ${maxCu} CU caches: reads become slow`,
  'cold starts': (bound) =>
    `the compute starts more than ${numberWords(bound)} times a day: the timeout is too short`,
  demand: (bound) =>
    `the compute uses more than ${numberWords(bound)} vCPU over an awake day: demand is above the plan`,
  awake: (bound) => `the compute is awake for more than ${percent(bound)} of a day: something keeps it awake`,
};

const NAMES: Readonly<Record<AlertKind, string>> = {
  throttled: 'TidemarkThrottled',
  connections: 'TidemarkConnectionsShort',
  'working set': 'TidemarkWorkingSetTooLarge',
  'cold starts': 'TidemarkColdStarts',
  demand: 'TidemarkDemandGrown',
  awake: 'TidemarkAwakeTooLong',
};

/** A file of Prometheus alert rules, in YAML. Texts are quoted as JSON, which is valid YAML. */
export function alertRules(application: Application): string[] {
  const { alerts, recommendation } = application;
  if (alerts.length === 0) return [];
  return [
    'groups:',
    '  - name: tidemark',
    '    rules:',
    ...alerts.flatMap((alert) => [
      `      - alert: ${NAMES[alert.kind]}`,
      '        expr: >-',
      ...wrapped(alert.expr).map((line) => `          ${line}`),
      `        for: ${alert.forMinutes}m`,
      '        labels: { severity: warning }',
      '        annotations:',
      `          configuration: ${JSON.stringify(configurationCell(recommendation))}`,
      '          summary: >-',
      ...wrapped(`With ${configurationWords(recommendation)}: ${alertWords(alert, application)}.`).map(
        (line) => `            ${line}`,
      ),
    ]),
  ];
}

/** YAML joins folded lines with a space, so lines are broken at spaces. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

const WIDTH = 66;
