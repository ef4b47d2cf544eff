# shellcheck shell=bash
# Functions for the tests of the whole program tcblame, which source this file with `set -uo
# pipefail`. $TCBLAME is the program. Its cache is in $folder (apps/common.sh), which is removed at
# the end.
if [ -z "${TCBLAME:-}" ]; then echo 'skipped: tcblame is not built (LLVM 14 and libdw)'; exit 77; fi
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need clang-14 clang-14
speaker=tcblame
export XDG_CACHE_HOME=$folder/cache

blame() { # arguments..
  clear_output
  limited 120 "$TCBLAME" "$@" >> "$folder/stdout" 2>> "$folder/stderr" < /dev/null
  code=$?
  checks=$((checks + 1))
  case $code in 124 | 137) fail "a hang" ;; esac
}

# Expects a warning that contains all words.
expect_warning() { # name, words..
  local name=$1 word lines
  shift
  lines=$(grep '^warning: ' "$folder/stderr")
  for word in "$@"; do lines=$(printf '%s\n' "$lines" | grep -F -- "$word"); done
  [ -n "$lines" ] || fail "$name: no warning of: $*"
}

no_warning() { # name
  ! grep -q '^warning: ' "$folder/stderr" || fail "$1: a warning"
}
