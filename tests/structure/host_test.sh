#!/usr/bin/env bash
# Checks that the library does not change the process of a program that uses it. Only the objects in the list below may end the
# process, print, or change its signals, environment, allocator or standard output. Only programs link the objects of the
# first three lines, and only a study of the program tetracast links the last one.
set -uo pipefail
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
readonly allowed='
base/process base/program base/stop_signals
comm/parallel_program comm/world_prepare
graph/metis_guard graph/sigterm_guard graph/stdout_guard
report/refinement_plot
'
readonly calls='_?exit|quick_exit|abort|raise|kill|v?printf|__v?printf_chk|puts|putchar|perror|stdout|stderr|signal|__sysv_signal|sigaction|setlocale|setenv|putenv|mallopt|dup2?|v?fork|system|atexit|umask|chdir|fesetround|MPI_Abort|MPI_Init|MPI_Init_thread|MPI_Finalize|MPI_Comm_call_errhandler'
cd "$TETRACAST_TESTS/../lib" || exit 1
# readelf, because nm loads the plugins of all compilers for each object.
found=$(for archive in libtetracast-*.a; do
  [ "$archive" = libtetracast-blame.a ] || readelf -sW "$archive"
done | awk '/^File: / { object = $2 } $7 == "UND" { sub(/@.*/, "", $8); print object, $8 }' |
  sed -nE "s/^libtetracast-([a-z]+)\.a\((.*)\.c\.o\) ($calls)\$/\1\/\2 \3/p" | sort -u)
[ -n "$found" ] || { echo 'FAILED: readelf found no symbol: check the folder of the libraries'; exit 1; }
failures=$(while read -r object symbol; do
  [[ $allowed =~ [[:space:]]$object[[:space:]] ]] || echo "$object: $symbol"
done <<< "$found")
[ -z "$failures" ] && exit
printf 'FAILED: changes the process of a program that uses the library: move it to a file that only programs use:\n%s\n' "$failures"
exit 1
