import { type Command, Option } from 'commander';
import type { Terminal } from '../../terminal/terminal.ts';

const HELP = `
A call needs an API key, in the variable TIDEMARK_API_KEY. The first one is
printed by tidemark serve; with the control token, in TIDEMARK_CONTROL_TOKEN or
in the folder of --data, keys create works without one.`;

export function addKeys(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('Create, list and revoke API keys of a running tidemark serve.')
    .usage('[options] <create|list|revoke>');
  const run = async () => import('../../run/keys.ts');
  where(keys.command('create'))
    .description('Create an API key and print its secret, this once.')
    .argument('<NAME>', 'its name')
    .addOption(new Option('--org <ORG>', 'a key for an organization in place of a personal one'))
    .addOption(new Option('--project <PROJECT>', 'with --org: for this project only'))
    .addOption(new Option('--data <DIR>', 'the folder that tidemark serve keeps its data in'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `${HELP}

Examples:
  tidemark keys create ci
  tidemark keys create deploy --org org-calm-tide-12345678 --project x-y-1
  tidemark keys create rescue --data ./tidemark-data`,
    )
    .action(async (name, options) => (await run()).createKey(name, options, terminal));
  where(keys.command('list'))
    .description('List API keys: yours, or those of an organization.')
    .addOption(new Option('--org <ORG>', 'the keys of an organization'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `${HELP}

Examples:
  tidemark keys list
  tidemark keys list --json`,
    )
    .action(async (options) => (await run()).listKeys(options, terminal));
  where(keys.command('revoke'))
    .description('Revoke an API key at once and for good.')
    .argument('<ID>', 'its number, as keys list shows it')
    .addOption(new Option('--org <ORG>', 'a key of an organization'))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `${HELP}

Examples:
  tidemark keys revoke 42
  tidemark keys revoke 42 --org org-calm-tide-12345678`,
    )
    .action(async (id, options) => (await run()).revokeKey(id, options, terminal));
}

function where(command: Command): Command {
  return command.addOption(
    new Option('--url <URL>', 'where tidemark serve listens')
      .default('http://127.0.0.1:4010')
      .env('TIDEMARK_URL'),
  );
}

function jsonOption(): Option {
  return new Option('--json', 'print the answer as JSON');
}
