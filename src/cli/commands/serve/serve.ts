import { type Command, InvalidArgumentError, Option } from 'commander';
import { HOST_NAME, SERVE_DEFAULTS, SERVE_LIMITS } from '../../../library/index.ts';
import { ownFactsOption, planOption } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export function addServe(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('Run the management API on this machine: keys, projects, branches and live computes.')
    .addOption(
      new Option('--port <PORT>', 'the port to listen on; 0 takes a free one')
        .argParser(portNumber)
        .default(SERVE_DEFAULTS.port),
    )
    .addOption(
      new Option('--host <HOST>', 'the address to listen on')
        .argParser(hostName)
        .default(SERVE_DEFAULTS.host),
    )
    .addOption(
      new Option('--allow-host <NAME>', 'another name to answer to; can be given again').argParser(addedHost),
    )
    .addOption(
      new Option(
        '--pg-port <PORT>',
        'the port for clients of Postgres (default: the one after --port)',
      ).argParser(portNumber),
    )
    .addOption(new Option('--no-pg', 'accept no clients of Postgres').conflicts(['pgPort', 'backendUrl']))
    .addOption(
      new Option(
        '--backend-url <URL>',
        'keep the databases of branches in a PostgreSQL server, not in PGlite',
      ),
    )
    .addOption(new Option('--data <DIR>', 'keep everything in a folder, with PGlite'))
    .addOption(
      new Option('--database-url <URL>', 'keep everything in a PostgreSQL database').conflicts('data'),
    )
    .addOption(new Option('--scenario <FILE>', 'a project whose computes have the demand of a scenario'))
    .addOption(new Option('--clock <MODE>', 'the speed of time: real, stopped, or such as 60x'))
    .addOption(ownFactsOption().default(SERVE_DEFAULTS.facts))
    .addOption(planOption().default(SERVE_DEFAULTS.plan))
    .addOption(
      new Option('--seed <N>', 'the seed of names and of chance')
        .argParser(seedNumber)
        .default(SERVE_DEFAULTS.seed),
    )
    .addOption(new Option('--rate-limit', 'refuse more than 700 calls a minute or 40 a second on a route'))
    .addOption(
      new Option('--control-token <TOKEN>', 'the token of the control API').env('TIDEMARK_CONTROL_TOKEN'),
    )
    .addOption(new Option('--control-remote', 'let other machines use the control API'))
    .addOption(
      new Option('--log <FORM>', 'the log on standard error')
        .choices(['text', 'json', 'off'])
        .default('text'),
    )
    .addOption(new Option('--json', 'print one JSON document at start-up'))
    .addHelpText(
      'after',
      `
Without --data or --database-url, all data are lost at the end. The first API
key is printed once; tidemark keys creates more. Any client of the API works:
set its base URL to the printed one.

Requests to a name that is not the service's own get 421. Its names are
addresses, localhost, --host, the name of this machine, and each --allow-host.
Beyond 127.0.0.1 a name without a dot is one too.

A folder of --data is for its owner alone. The log shows no key, no token and no
password.

Clients of Postgres connect with the connection_uri that the API returns, and
wake a sleeping compute. The databases are in PGlite, which serves one session
at a time, or with --backend-url in a PostgreSQL server.

Examples:
  tidemark serve
  tidemark serve --data ./tidemark-data --clock 60x
  tidemark serve --scenario scenarios/office-hours.yaml --clock 600x
  tidemark serve --backend-url postgres://postgres@127.0.0.1:5432/postgres
  tidemark serve --port 0 --clock stopped --json`,
    )
    .action(async (options) => (await import('../../run/serve/serve.ts')).runServe(options, terminal));
}

function hostName(text: string): string {
  return limited(text, SERVE_LIMITS.host);
}

function addedHost(text: string, before: readonly string[] = []): string[] {
  return [...before, limited(text, HOST_NAME)];
}

export function portNumber(text: string): number {
  return limited(wholeNumber(text), SERVE_LIMITS.port);
}

function seedNumber(text: string): number {
  return limited(wholeNumber(text), SERVE_LIMITS.seed);
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

function limited<Value>(value: Value, { allows, write }: typeof HOST_NAME): Value {
  if (!allows(value)) throw new InvalidArgumentError(`Write ${write}.`);
  return value;
}
