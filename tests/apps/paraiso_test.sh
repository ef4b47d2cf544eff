#!/usr/bin/env bash
# `paraiso`: the tables of Blanco et al. 2000, values that follow from these tables, and wrong arguments.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

tables() { # words of paraiso...
  limited 20 "${TETRACAST%/*}/paraiso" "$@" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
  checks=$((checks + 1))
}
expect_end() { # name, code
  [ "$code" = "$2" ] || fail "$1: exit code $code, not $2"
}
holds() { # a line with single blanks
  tr -s ' ' < "$folder/stdout" | grep -qF -- "$1" || fail "no line '$1'"
}

tables
expect_end 'the tables' 0
holds ' spmatvectrans 2a-1'
for method in CG BiCG Jacobi SOR; do
  tr -s ' ' < "$folder/stdout" | grep -qE "^ $method .* 0 equal$" || fail "$method is not reproduced"
done
holds ' CGS 18n+5a-1 19n+4a -n+a-1 5a is a misprint of 4a'
holds ' CGS 7n+4a-3 7n+5a-3 -a so the printed 5a'
holds ' send 0-120 doubles lost 7.63e-05 lost'
holds ' CG 307668 0.1302 307668 0.1302 307668'
tables 1000 5000 30
holds ' BiCGstab 42003 0.0189 42001 0.0189 42000'
tables 1 2 3 4
expect_end '1 2 3 4' 2
grep -q "^paraiso: error: .*unexpected argument '4'" "$folder/stderr" || fail '1 2 3 4: no message about the fourth word'
for words in '5' '1 x' '0 5' '1 -2' '1 1e99'; do
  # shellcheck disable=SC2086 # several words
  tables $words
  expect_end "$words" 2
  grep -qE '^paraiso: error: (ROWS|ENTRIES)[ :]' "$folder/stderr" || fail "$words: the error does not name the argument"
done
finish
