#!/usr/bin/env bash
# Writes what each shipped scenario gives, and a plan: its result, its words, a page with pictures, and a gallery of all.
# The same bytes each time. Run by `npm run reports`.
set -euo pipefail
cd "$(dirname "$0")/.."
tidemark() { node dist/cli/main.js "$@"; }
# From the result on, nothing is simulated again.
report() {
  local folder=reports/$1
  mkdir -p "$folder"
  tidemark "${@:2}" --json >"$folder/result.json"
  for format in markdown text; do
    tidemark report "$folder/result.json" -o "$folder" --format "$format" --theme auto >/dev/null
  done
}
one() {
  case $1 in
  *.yaml) report "$(basename "$1" .yaml)" simulate "$1" ;;
  *) report "$(basename "$1" .jsonl)-plan" plan "$1" --current '1-4, 5m' ;;
  esac
}
export -f tidemark report one
rm -rf reports/*/
printf '%s\n' scenarios/*.yaml scenarios/traces/office-week.jsonl |
  xargs -P "$(getconf _NPROCESSORS_ONLN)" -I FILE bash -euo pipefail -c 'one FILE'
node build/script.mjs gallery
