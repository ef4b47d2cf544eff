#!/usr/bin/env bash
# Checks that the library does not change the process of a program that uses it. Only the object
# files listed below may end the process, print, or change signals, environment, allocator or
# standard output. Those of the first three lines are linked into programs only. The last one is
# linked only into tetracast, for a study.
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
# Uses readelf, because nm is slow: it loads the plug-ins of all compilers for each object file.
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
