#!/usr/bin/env bash
# serial.sh SOURCE PROGRAM [OPTION..]: runs a Criterion program. It is an error if the source has a test that the program lacks.
set -uo pipefail
source=$1 program=$2
shift 2
written=$(grep -c '^Test(' "$source")
# Criterion prints the reason of a skipped test only if it is verbose.
output=$("$program" -j1 --verbose --timeout "${TETRACAST_TEST_SECONDS:-300}" "$@" 2>&1 < /dev/null)
rc=$?
grep -vE '^\[(RUN |PASS)\]|: Test is disabled$' <<< "$output"
[ $rc = 0 ] || exit "$rc"
ran=$(sed -nE 's/.*Synthesis: Tested: ([0-9]+).*/\1/p' <<< "$output")
# The list also has tests that skip themselves, which are not in the number of tested ones. In locale C, Criterion draws the list
# in ASCII.
built=$(LC_ALL=C "$program" --list | grep -cE '^[|`]-- ')
skipped=$(grep '^\[SKIP\]' <<< "$output" | grep -vc ': Test is disabled$')
[ "$written" = "$built" ] && [ "${ran:-0}" -gt 0 ] && exit
[ "$written" = "$built" ] && [ "$skipped" = "$built" ] && exit 77
echo "$source has $written tests, $program has $built and ran ${ran:-none}: one is left out by the preprocessor, or the program is old"
exit 1
