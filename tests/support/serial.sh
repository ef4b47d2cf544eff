#!/usr/bin/env bash
# serial.sh SOURCE PROGRAM [OPTION..]: runs a Criterion program, which has to run as many tests as its source has.
set -uo pipefail
source=$1 program=$2
shift 2
written=$(grep -c '^Test(' "$source")
output=$("$program" -j1 --timeout "${TETRACAST_TEST_SECONDS:-60}" "$@" 2>&1 < /dev/null)
rc=$?
printf '%s\n' "$output"
[ $rc = 0 ] || exit "$rc"
built=$(sed -nE 's/.*Synthesis: Tested: ([0-9]+).*/\1/p' <<< "$output")
[ "$written" = "$built" ] && exit
echo "$source has $written tests, but $program ran ${built:-none}: one is left out by the preprocessor, or the program is old"
exit 1
