import { type Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_FACT_SET, FACT_SET_NAMES } from '../../facts/index.ts';
import { PROFILE_NAMES } from '../../planner/index.ts';
import { LEAST_IDLE_VCPU, type PresetName } from '../../trace/index.ts';
import { OutputOption } from './output-option.ts';

export const FORMATS = ['text', 'markdown', 'json'] as const;
export type OutputFormat = (typeof FORMATS)[number];

/** The formats of a drawn result. */
export const REPORT_FORMATS = ['html', 'svg', 'png', 'markdown', 'text', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The options of every command that prints an answer. */
export interface FormatOptions {
  readonly format: OutputFormat;
  readonly json?: boolean;
}

export function outputFormat({ format, json }: FormatOptions): OutputFormat {
  return json ? 'json' : format;
}

export function addFormatOptions(command: Command, formats: readonly string[] = FORMATS): Command {
  return command
    .addOption(new Option('--format <FORMAT>', 'format of the answer').choices(formats).default('text'))
    .addOption(new Option('--json', 'the same as --format json'));
}

/** The options of every command that prints one screen of its answer by default. */
export interface AnswerOptions extends FormatOptions {
  readonly full?: boolean;
}

export function addAnswerOptions(command: Command, formats: readonly string[] = FORMATS): Command {
  return addFormatOptions(
    command.addOption(new Option('--full', 'print every section, not only one screen')),
    formats,
  );
}

/** The option of every command whose answer has a page. */
export interface ReportFlag {
  readonly report?: string;
  readonly commandLine: string;
  /** The typed command about one of many databases, before and after its name. */
  readonly commandOfOne?: { readonly before: string; readonly after: string };
}

export function reportOption(): Option {
  const about = 'also write the answer as a page, report.html, in this folder';
  return OutputOption.folder('--report <DIR>', about, ['report.html']);
}

/** Adds flags that take precedence over the file. */
export function addSimulationOptions(command: Command): Command {
  return command
    .addOption(minOption())
    .addOption(maxOption())
    .addOption(sizeOption())
    .addOption(new Option('--suspend-after <TIME>', 'inactivity before sleep, such as 5m, or off'))
    .addOption(new Option('--pooler', 'all clients through the pooler'))
    .addOption(planOption())
    .addOption(ownFactsOption())
    .addOption(pricesOption())
    .addOption(seedOption());
}

export function addQuestionOptions(command: Command, formats: readonly string[] = FORMATS): Command {
  command
    .addOption(planOption())
    .addOption(ownFactsOption())
    .addOption(pricesOption())
    .addOption(seedOption());
  return addAnswerOptions(
    addDemandChanges(addTraceOptions(command)).addOption(cpuPerQueryOption()).addOption(assumeOption()),
    formats,
  );
}

/** Without this flag, the file names the fact set. */
export function ownFactsOption(): Option {
  const option = new Option('--facts <SET>', 'the fact set to use, or a file with your own');
  // Help and completion list these. A file is another choice, so that no parser may refuse it.
  option.argChoices = [...FACT_SET_NAMES];
  return option;
}

/** Adds the flags for objectives. */
export function addObjectiveOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--profile <NAME>', 'the objectives to start from')
        .choices(PROFILE_NAMES)
        .default(undefined, 'balanced'),
    )
    .addOption(
      new Option('--objective <NAME=BOUND>', 'another bound for one objective, or off; can be given again')
        .argParser((text: string, before: readonly string[]) => [...before, text])
        .default([], 'those of the profile'),
    )
    .addOption(new Option('--hours <HOURS>', 'hours of cold-starts-in-hours (default: mon-fri 9-17)'))
    .addOption(new Option('--delayed-over <TIME>', 'the delay of delayed-over (default: 1s)'));
}

/** The option of a database that was named in a list. */
export interface MemberOption {
  /** `LIST.yaml#NAME` if the database was named so. The list then gives all other options of the trace. */
  readonly member?: string;
}

export function addTraceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--map <QUANTITY=FIELD>', 'the column of a quantity of the trace; can be given again')
        .argParser((text: string, before: readonly string[]) => [...before, text])
        .default([], 'guessed'),
    )
    .addOption(new Option('--vcpus <N>', 'vCPU of the machine in the trace').argParser(positiveNumber))
    .addOption(
      new Option('--instance <CLASS>', 'its RDS class, for vCPU and memory, such as db.r6g.large').conflicts(
        'vcpus',
      ),
    )
    .addOption(new Option('--where <LABELS>', 'labels of the series to read, such as instance="db-1"'))
    .addOption(new Option('--timezone <ZONE>', 'time zone of local times in a trace'))
    .addOption(
      new Option('--gap <WHAT>', 'what a missing sample of a trace means').choices([
        'unknown',
        'zero',
        'suspended',
      ]),
    )
    .addOption(new Option('--log-prefix <TEXT>', 'log_line_prefix of the server, for a log'))
    .addOption(new Option('--capacity <SIZES>', 'CU in force, such as 2 or 2026-03-01=1,2026-03-10=2'))
    .addOption(
      new Option('--idle-below <CPU>', 'vCPU that count as idle in a trace, such as 0.06').argParser(
        idleVcpu,
      ),
    )
    .addOption(presetOption())
    .addOption(new Option('--strict', 'treat unreadable parts of a trace as errors'));
}

export const PRESET_NAMES = [
  'neon',
  'rds',
  'aurora',
  'exporters',
  'datadog',
  'newrelic',
  'cloudsql',
] as const satisfies readonly PresetName[];

function presetOption(): Option {
  return new Option('--preset <NAME>', 'the system whose metrics these are').choices(PRESET_NAMES);
}

/** Adds flags that change the demand of a run. Each can be repeated. */
export function addDemandChanges(command: Command): Command {
  const listed = (text: string, before: readonly string[] = []) => [...before, text];
  return command
    .addOption(
      new Option('--exclude <DAYS>', 'days or times to cut out of a trace, such as 2026-03-04').argParser(
        listed,
      ),
    )
    .addOption(
      new Option('--event <EVENT>', 'a rare event to add, such as 2026-11-27=x3/24h').argParser(listed),
    );
}

/** Adds the flags of what a project uses beside compute. */
export function addUseOptions(command: Command): Command {
  return command
    .addOption(new Option('--storage <SIZE>', 'the size of the root branch, for the bill, such as 20GB'))
    .addOption(new Option('--restore-history <SIZE>', 'the size of its restore history, such as 5GB'))
    .addOption(new Option('--transfer <SIZE>', 'public transfer in a month, such as 300GB'));
}

/** @param what the thing whose fields change */
export function setOption(what: string): Option {
  return new Option('--set <FIELD=VALUE>', `${what}, such as max=4; can be given again`).argParser(
    (text: string, before: readonly string[] = []) => [...before, text],
  );
}

export function byOption(): Option {
  return new Option('--by <FIELD>', 'column that names databases, or columns with a * for them');
}

export function seedOption(): Option {
  return new Option('--seed <N>', 'a seed in place of that of the file').argParser(wholeNumber);
}

export function cpuPerQueryOption(): Option {
  return new Option('--cpu-per-query <TIME>', 'CPU of one query of a trace, such as 20ms');
}

/** The flag that replaces an assumption with a known value. */
export function assumeOption(): Option {
  return new Option(
    '--assume <NAME=VALUE>',
    'state an assumption: burst=no, random-arrivals=no, concurrency=20, connections=50, start=measured, skew=0.8, memory=none; can be given again',
  ).argParser((text: string, before: readonly string[] = []) => [...before, text]);
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 1000)) {
    throw new InvalidArgumentError('Write a number above 0 and up to 1000.');
  }
  return value;
}

function idleVcpu(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= LEAST_IDLE_VCPU && value <= 1000))
    throw new InvalidArgumentError(`Write a number of vCPU from ${LEAST_IDLE_VCPU} to 1000.`);
  return value;
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Write a whole number of up to 15 digits.');
  return Number(text);
}

export function minOption(): Option {
  return new Option('--min <CU>', 'lower end of the autoscaling range').argParser(computeUnits);
}

export function maxOption(): Option {
  return new Option('--max <CU>', 'upper end of the autoscaling range').argParser(computeUnits);
}

export function sizeOption(): Option {
  return new Option('--size <CU>', 'fixed size, in place of a range')
    .conflicts(['min', 'max'])
    .argParser(computeUnits);
}

export function factsOption(): Option {
  return ownFactsOption().default(DEFAULT_FACT_SET);
}

export function planOption(): Option {
  return new Option('--plan <PLAN>', 'the plan to check and price for').choices(['free', 'launch', 'scale']);
}

export function pricesOption(): Option {
  return new Option('--prices <FILE>', 'a price list (YAML or JSON) in place of the built-in one');
}

export function computeUnits(text: string): number {
  if (text.trim() === '' || !Number.isFinite(Number(text))) {
    throw new InvalidArgumentError('Write a number of compute units such as 0.25 or 2.');
  }
  return Number(text);
}
