import type { CompletedCommand } from './completed-command.ts';

export function bashScript(name: string, commands: readonly CompletedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
  const values = commands.flatMap(({ path, flags }) =>
    flags
      .filter(({ takesValue }) => takesValue)
      .map((flag) => `    '${path} ${flag.name}') words='${flag.choices.join(' ')}' ;;`),
  );
  const words = commands.map(
    ({ path, flags, commands: below, choices }) =>
      `      '${path}') flags='${flags.map((flag) => flag.name).join(' ')}' words='${[...below.map((one) => one.name), ...choices].join(' ')}' ;;`,
  );
  return `# ${name} for bash: source <(${name} completion bash)
_${name}() {
  local at='' flags='' words='' word cur=\${COMP_WORDS[COMP_CWORD]}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${paths.join('|')}) at="$at $word" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
    *)
      case $at in
${words.join('\n')}
      esac
      [[ $cur == -* ]] && words=$flags
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _${name} ${name}
`;
}
