#!/usr/bin/env bash
# Checks that the runners of tests report the result of each test, and that they do not report
# success if no test was run.
set -uo pipefail
parallel=tests/support/parallel.sh source=tests/structure/failing_tests.c
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
readonly tests=${TETRACAST_TESTS:-$PWD/build/tests}
readonly program=$tests/structure_failing_tests serial=$tests/structure_failing_serial
failures=0
for needed in "$program" "$serial"; do
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

output=$(TETRACAST_TEST_SECONDS=3 timeout -k 5 120 bash $parallel 2 "$program" --tests 7 2>&1); rc=$?
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

output=$(OMP_NUM_THREADS=2 timeout -k 5 60 bash $parallel 1 "$program" --threaded 2>&1); rc=$?
expect '--threaded runs only tests with threads' '[ $rc = 0 ] && reports "^1 of 1 tests passed on 1 rank"'
output=$(OMP_NUM_THREADS=1 "$program" --threaded 2>&1); rc=$?
expect 'tests with threads need OMP_NUM_THREADS' '[ $rc = 2 ] && reports "needs OMP_NUM_THREADS"'

output=$("$program" --list broken/pas 2>&1); rc=$?
expect 'a part of a name selects tests' '[ $rc = 0 ] && [ "$output" = $'"'broken/passes\nbroken/passes_with_threads'"' ]'
output=$("$program" broken/nosuch 2>&1); rc=$?
expect 'a selection without tests is an error' '[ $rc = 2 ] && reports "no test is called so"'

output=$(bash $parallel 1 "$program" --tests 8 2>&1); rc=$?
expect 'a test that is not built is an error' '[ $rc = 1 ] && reports "has 7 tests, not 8"'
output=$("$program" --list test_none failing_tests/broken/exits 2>&1); rc=$?
expect 'the name of a file selects tests' '[ $rc = 0 ] && [ "$output" = broken/exits ]'

# Runner of tests of one process.
output=$(TETRACAST_TEST_SECONDS=1 timeout -k 5 60 "$serial" --tests 7 2>&1); rc=$?
expect 'the exit code reports failures in one process' '[ $rc = 1 ]'
for part in 'structure/failing_serial.c:[0-9]*: broken/asserts: the init function has set 42' 'failing_serial.c:[0-9]*: broken/expects: and continues' \
  'failing_serial.c:[0-9]*: broken/crashes: ended by signal 11' 'failing_serial.c:[0-9]*: broken/hangs: still running after 1 s' \
  'failing_serial.c:[0-9]*: broken/exits: ended with exit code 0' '^skipped broken/is_skipped: without reason' '^1 tests passed, 5 failed, 1 skipped'; do
  expect "the report has '$part'" 'reports "$part"'
done
for name in asserts expects crashes hangs exits; do expect "$name is a failure" 'reports "^FAILED broken/$name\$"'; done
expect 'an assertion ends its test' '! reports "continues after"'
expect 'the fini function is called, also after an assertion' '[ "$(grep -c ^finished <<< "$output")" = 4 ]'
output=$("$serial" --tests 6 2>&1); rc=$?
expect 'a test that is not built is an error in one process' '[ $rc = 1 ] && reports "has 7 tests, not 6"'
output=$("$serial" no/such 2>&1); rc=$?
expect 'a selection without tests is an error in one process' '[ $rc = 2 ] && reports "no test is called so"'
output=$("$serial" is_skipped 2>&1); rc=$?
expect 'a program without executed tests is skipped' '[ $rc = 77 ]'
output=$("$serial" broken/passes 2>&1); rc=$?
expect 'a part of a name selects tests in one process' '[ $rc = 0 ] && reports "^1 tests passed, 0 failed"'

if [ $failures -gt 0 ]; then
  printf '%s\n' "$output"
  exit 1
fi
echo 'the runners report all results'
