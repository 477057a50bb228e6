#!/usr/bin/env bash
# Writes what each shipped scenario gives: the same bytes each time. Run by `npm run reports`.
set -euo pipefail
cd "$(dirname "$0")/.."
for scenario in scenarios/*.yaml; do
  name=$(basename "$scenario" .yaml)
  node dist/cli/main.js simulate "$scenario" >"reports/$name.txt"
done
