import { type Command, Option } from 'commander';

/** Where the management API is, and which compute to ask for. */
export interface ApiOptions {
  readonly fromApi?: string;
  readonly apiUrl?: string;
  readonly apiKey?: string;
}

/**
 * Adds the places from which a configuration can be read, in place of --current.
 *
 * @param of the configuration that the API has
 * @param inPlan which configuration the Terraform plan has
 */
export function addConfigurationSources(command: Command, of: string, inPlan: string): Command {
  return command
    .addOption(
      new Option(
        '--from-api <PROJECT>',
        `ask the management API for ${of}; PROJECT/ENDPOINT names a compute`,
      ).conflicts(['current', 'terraform']),
    )
    .addOption(new Option('--api-url <URL>', 'the management API, with its path'))
    .addOption(new Option('--api-key <KEY>', 'a key of the API; other users of the machine can see it'))
    .addOption(new Option('--terraform <FILE>', `a Terraform plan in JSON: ${inPlan}`))
    .addOption(new Option('--resource <ADDRESS>', 'the compute in it, such as neon_endpoint.main'));
}
