#!/usr/bin/env bash
# memcheck.sh PROGRAM [OPTION..]: runs a test program and the processes of all its tests under
# valgrind's memcheck. Every message of memcheck is a failure. memcheck.supp suppresses messages
# about other libraries.
set -uo pipefail
command -v valgrind > /dev/null || { echo 'skipped: valgrind is not installed'; exit 77; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
valgrind -q --trace-children=yes --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
  --suppressions="$(dirname "$0")/memcheck.supp" --log-file="$folder/%p" "$@" < /dev/null
rc=$?
if [ "$(find "$folder" -type f | wc -l)" -lt 2 ]; then echo 'memcheck has no logs of the test processes'; exit 1; fi
cat "$folder"/* >&2
[ -z "$(cat "$folder"/*)" ] || exit 1
exit $rc
