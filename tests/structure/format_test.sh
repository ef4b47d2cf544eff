#!/usr/bin/env bash
# Checks that clang-format would not change any C file.
set -euo pipefail
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
command -v clang-format > /dev/null || { echo "skipped: clang-format is not installed"; exit 77; }
git rev-parse --git-dir > /dev/null 2>&1 || { echo "skipped: not a git checkout"; exit 77; }
git ls-files -z 'lib/*.[ch]' 'apps/*.[ch]' 'tests/*.[ch]' | xargs -0 clang-format --dry-run -Werror
