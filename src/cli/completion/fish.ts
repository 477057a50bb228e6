import type { CompletedCommand } from './completed-command.ts';

export function fishScript(name: string, commands: readonly CompletedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  const lines = commands.flatMap(({ path, flags, commands: below, choices }) => {
    const start = `complete -c ${name} -n ${quoted(`test "$(__${name}_command)" = "${path}"`)}`;
    return [
      ...below.map((one) => `${start} -f -a ${one.name} -d ${quoted(one.about)}`),
      ...(choices.length > 0 ? [`${start} -f -a ${quoted(choices.join(' '))}`] : []),
      ...flags.map((flag) => {
        const values = flag.choices.length > 0 ? ` -x -a ${quoted(flag.choices.join(' '))}` : ' -r';
        return `${start} -l ${flag.name.slice(2)} -d ${quoted(flag.about)}${flag.takesValue ? values : ''}`;
      }),
    ];
  });
  return `# ${name} for fish: ${name} completion fish | source
function __${name}_command
    set -l at ''
    for word in (commandline -opc)[2..]
        if contains -- "$at $word" ${paths.join(' ')}
            set at "$at $word"
        end
    end
    echo $at
end
${lines.join('\n')}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
