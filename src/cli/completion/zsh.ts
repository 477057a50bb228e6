import type { CompletedCommand, CompletedWord } from './completed-command.ts';

export function zshScript(name: string, commands: readonly CompletedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  const values = commands.flatMap(({ path, flags }) =>
    flags
      .filter(({ takesValue }) => takesValue)
      .map(
        (flag) => `    ${quoted(`${path} ${flag.name}`)}) found=(${flag.choices.map(quoted).join(' ')}) ;;`,
      ),
  );
  const words = commands.map(
    ({ path, flags, commands: below, choices }) => `      ${quoted(path)})
        flags=(${described(flags)})
        found=(${described([...below, ...choices.map((choice) => ({ name: choice, about: '' }))])})
        ;;`,
  );
  return `#compdef ${name}
# ${name} for zsh: source <(${name} completion zsh), after compinit
_${name}() {
  local at='' word
  local -a found flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${paths.join('|')}) at="$at $word" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${values.map((line) => line.replace(/^ {4}/, '    (')).join('\n')}
    (*)
      case $at in
${words.map((line) => line.replace(/^ {6}/, '      (')).join('\n')}
      esac
      [[ $words[CURRENT] == -* ]] && found=($flags)
      ;;
  esac
  if (( $#found )); then _describe '${name}' found; else _files; fi
}
compdef _${name} ${name}
`;
}

function described(words: readonly CompletedWord[]): string {
  return words
    .map(({ name, about }) => quoted(about === '' ? name : `${name}:${about.replaceAll(':', '\\:')}`))
    .join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
