#!/usr/bin/env bash
# The runners of tests must report the result of each test. They must not report success if no test was run.
set -uo pipefail
parallel=tests/support/parallel.sh serial=tests/support/serial.sh source=tests/structure/failing_tests.c
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
readonly tests=${TETRACAST_TESTS:-$PWD/build/tests}
readonly program=$tests/structure_failing_tests log=$tests/base_test_log
failures=0
for needed in "$program" "$log"; do
  [ -x "$needed" ] && continue
  echo "FAILED: $needed is not built: build the target ${needed##*/}"
  exit 1
done

expect() { # name of the check, condition
  eval "$2" && return
  echo "FAIL: $1"; failures=$((failures + 1))
}

line() { grep -n -- "$1" $source | cut -d: -f1; }
reports() { grep -q -- "$1" <<< "$output"; }

output=$(TETRACAST_TEST_SECONDS=3 timeout -k 5 120 bash $parallel $source 2 "$program" 2>&1); rc=$?
expect 'the exit code reports failures' '[ $rc != 0 ]'
expect 'the first one passes' 'reports "^ok .*broken/passes "'
expect 'an assertion is reported with line, test and rank' 'reports "structure/failing_tests.c:$(line "for the last"): broken/asserts_on_one_rank, rank 1 of 2: for the last rank only"'
expect 'an expectation is reported with line, test and rank' 'reports "structure/failing_tests.c:$(line "and continues"): broken/expects_on_one_rank, rank 1 of 2: and continues"'
expect 'a hang is reported with line, test and rank' 'reports "structure/failing_tests.c:$(line "broken, hangs"): broken/hangs, rank 1 of 2: still running after 3 s"'
for name in asserts_on_one_rank crashes hangs exits; do
  expect "$name ends its launch" 'reports "^FAILED broken/$name on 2 ranks"'
done
expect 'the last one passes' 'reports "^ok .*broken/passes_with_threads "'
all='FAILED on 2 ranks: broken/asserts_on_one_rank broken/expects_on_one_rank broken/crashes broken/hangs broken/exits'
expect 'the last line names all failures' 'reports "^$all\$"'

output=$(OMP_NUM_THREADS=2 timeout -k 5 60 bash $parallel $source 1 "$program" --threaded 2>&1); rc=$?
expect '--threaded runs only tests with threads' '[ $rc = 0 ] && reports "^1 of 1 tests passed on 1 rank"'
output=$(OMP_NUM_THREADS=1 "$program" --threaded 2>&1); rc=$?
expect 'tests with threads need OMP_NUM_THREADS' '[ $rc = 2 ] && reports "needs OMP_NUM_THREADS"'

output=$("$program" --list broken/pas 2>&1); rc=$?
expect 'a part of a name selects tests' '[ $rc = 0 ] && [ "$output" = $'"'broken/passes\nbroken/passes_with_threads'"' ]'
output=$("$program" broken/nosuch 2>&1); rc=$?
expect 'a selection without tests is an error' '[ $rc = 2 ] && reports "no test is called so"'

missing=$(mktemp "${TMPDIR:-/tmp}/tc_runner.XXXXXX")
trap 'rm -f "$missing"' EXIT
{ cat $source; echo 'ParallelTest(broken, left_out) {}'; } > "$missing"
output=$(bash $parallel "$missing" 1 "$program" 2>&1); rc=$?
expect 'a test that is not built is an error' '[ $rc = 1 ] && reports "has 8 tests, but .* runs 7"'
{ cat tests/base/program/test_log.c; echo 'Test(log, left_out) {}'; } > "$missing"
output=$(bash $serial "$missing" "$log" 2>&1); rc=$?
expect 'a test that is not built is an error in a serial program' '[ $rc = 1 ] && reports "one is left out"'
output=$(bash $serial tests/base/program/test_log.c "$log" --filter no/such 2>&1); rc=$?
expect 'a selection without tests is an error in a serial program' '[ $rc = 1 ]'
for locale in '' C C.UTF-8; do
  output=$(env -i HOME="$HOME" PATH="$PATH" ${locale:+LC_ALL=$locale} bash $serial tests/base/program/test_log.c "$log" 2>&1); rc=$?
  expect "tests are counted in locale '$locale'" '[ $rc = 0 ]'
done

if [ $failures -gt 0 ]; then
  printf '%s\n' "$output"
  exit 1
fi
echo 'the runners report all results'
