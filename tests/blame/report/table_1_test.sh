#!/usr/bin/env bash
# Table I of Zhang and Hollingsworth has the shares of blame for one sample on each of the lines 17 to 20 of
# their Figure 1. `tcblame report` must print these shares. synthetic_samples.py writes the sample file.
set -uo pipefail
if [ -z "${TCBLAME:-}" ]; then echo 'skipped: tcblame is not built (LLVM 14 and libdw)'; exit 77; fi
# shellcheck source=tests/apps/common.sh
. "$(dirname "$0")/../../apps/common.sh"
speaker=tcblame
need clang-14 clang-14
need objdump binutils
export XDG_CACHE_HOME=$folder/cache

clang-14 -O0 -g -no-pie tests/blame/cases/fig1.c -o "$folder/fig1" || fail 'clang'
mkdir "$folder/run"
/usr/bin/python3 tests/blame/synthetic_samples.py "$folder/fig1" "$folder/run/made.none.4711.0.tcb" 17 18 19 20 || fail 'no samples'
limited 60 "$TCBLAME" analyze tests/blame/cases/fig1.c -o "$folder/run/facts" 2> "$folder/stderr" || fail 'analyze'

# expect_table TRANSFER A B C: expects a, b and c to be blamed for A, B and C percent of the samples.
expect_table() {
  limited 60 "$TCBLAME" report "$folder/run" --skid 0 --transfer "$1" --view data --all > "$folder/stdout" 2> "$folder/stderr"
  code=$?
  checks=$((checks + 1))
  expect_code "$1" 0
  expect_output "$1" '4 samples' "transfer $1" 'too few samples' 'samples matched with a statement: 100.0 % by column'
  expect_line "$1" "^  a +int +$2 "
  expect_line "$1" "^  b +int +$3 "
  expect_line "$1" "^  c +int +$4 "
}
expect_table certain 50.0 25.0 100.0
expect_table full 75.0 25.0 100.0
finish
